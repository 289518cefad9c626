//! A self-contained HTML page: style, pictures, tables. Light and dark, for desktop, phone and print.

use crate::plot::{theme_css, themed};
use crate::show::{Table, escaped};

/// How a page looks; its colours are those of the pictures.
const STYLE: &str = include_str!("style.css");

/// A figure at the top of a page.
#[derive(Debug)]
pub(crate) struct Tile {
    /// Its name in the page.
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) value: String,
    /// What else there is to say, in few words.
    pub(crate) detail: String,
}

/// A line in a table of contents.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The name of its section in the page.
    pub(crate) id: &'static str,
    pub(crate) title: String,
    /// What is in it, in few words.
    pub(crate) detail: String,
}

/// A page while it is written.
#[derive(Debug)]
pub(crate) struct Page {
    title: String,
    body: String,
}

impl Page {
    /// A page with a title, a sentence about it, and a line of facts.
    pub(crate) fn new(title: &str, about: &str, facts: &str) -> Self {
        let [shown, about, facts] = [title, about, facts].map(escaped);
        let body = format!(
            "<header>\n<p class=\"kind\">multiball</p>\n<h1>{shown}</h1>\n<p class=\"about\">{about}</p>\n<p \
             class=\"facts\">{facts}</p>\n</header>\n"
        );
        Self { title: title.to_owned(), body }
    }

    /// Figures in a row.
    pub(crate) fn tiles(&mut self, tiles: &[Tile]) {
        let tile = |Tile { id, value, label, detail }: &Tile| {
            let [value, label, detail] = [value, label, detail].map(|words| escaped(words));
            format!(
                "<div class=\"tile\" id=\"{id}\"><span class=\"label\">{label}</span><span \
                 class=\"value\">{value}</span><span class=\"detail\">{detail}</span></div>\n"
            )
        };
        self.body += &format!("<div class=\"tiles\">\n{}</div>\n", tiles.iter().map(tile).collect::<String>());
    }

    /// What is on the page.
    pub(crate) fn contents(&mut self, entries: &[Entry]) {
        let entry = |Entry { id, title, detail }: &Entry| {
            format!(
                "<li><a href=\"#{id}\">{}</a> <span class=\"detail\">{}</span></li>\n",
                escaped(title),
                escaped(detail)
            )
        };
        self.body += &format!("<nav><ul>\n{}</ul></nav>\n", entries.iter().map(entry).collect::<String>());
    }

    /// A section of parts; nothing when there are none.
    pub(crate) fn section(&mut self, id: &str, title: &str, parts: &[String]) {
        if !parts.is_empty() {
            let title = escaped(title);
            self.body += &format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{}</section>\n", parts.concat());
        }
    }

    /// The whole page, which names the command that made it.
    pub(crate) fn finish(self, command: &str) -> String {
        let [light, dark] = theme_css();
        let generator = generator(command);
        let title = escaped(&self.title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{generator}\n<meta \
             name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title} – multiball</title>\n<style>\n:root{{color-scheme:light dark;--ground:#f4f6f8;{light}}}\n\
             @media screen and (prefers-color-scheme:dark){{:root{{--ground:#0e1319;{dark}}}}}\n{STYLE}</style>\n\
             </head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
            self.body
        )
    }
}

/// The line by which a page names the command that made it.
pub(crate) fn generator(command: &str) -> String {
    format!("<meta name=\"generator\" content=\"multiball {command}\">")
}

/// A picture with its title, what its colours mean, and what it shows.
pub(crate) fn figure(id: &str, title: &str, picture: &str, legend: &[(&str, String)], caption: &str) -> String {
    let key = |(name, colour): &(&str, String)| {
        format!("<span><i style=\"background:{colour}\"></i>{}</span>", escaped(name))
    };
    let keys: String = legend.iter().map(key).collect();
    let keys = if keys.is_empty() { keys } else { format!("<p class=\"legend\">{keys}</p>\n") };
    let [shown, caption] = [title, caption].map(escaped);
    format!(
        "<figure id=\"{id}\">\n<h3>{shown}</h3>\n<div \
         class=\"plot\" role=\"img\" aria-label=\"{shown}\">{}</div>\n{keys}\
         <figcaption>{caption}</figcaption>\n</figure>\n",
        themed(picture).trim_end()
    )
}

/// Figures side by side where the page is wide enough.
pub(crate) fn side_by_side(figures: &[String]) -> Vec<String> {
    if figures.is_empty() { Vec::new() } else { vec![format!("<div class=\"figures\">\n{}</div>\n", figures.concat())] }
}

/// Large figures below one another; a narrow page scrolls them sideways.
pub(crate) fn wide(figures: &[String]) -> Vec<String> {
    if figures.is_empty() { Vec::new() } else { vec![format!("<div class=\"wide\">\n{}</div>\n", figures.concat())] }
}

/// A table; a narrow page scrolls it sideways.
pub(crate) fn table(table: &Table) -> String {
    format!("<div class=\"scroll\">{}</div>\n", table.html())
}

/// A heading inside a section.
pub(crate) fn heading(words: &str) -> String {
    format!("<h3>{}</h3>\n", escaped(words))
}

/// A paragraph.
pub(crate) fn paragraph(words: &str) -> String {
    format!("<p class=\"note\">{}</p>\n", escaped(words))
}

/// The text of a file, folded until the reader opens it.
pub(crate) fn folded(title: &str, text: &str) -> String {
    format!("<details>\n<summary>{}</summary>\n<pre>{}</pre>\n</details>\n", escaped(title), escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_words_cannot_break_out_of_the_page() {
        let mut page = Page::new("<script>", "\"A\" & B", "</main>");
        page.section("one", "<b>", &[paragraph("<i>"), folded("x", "a < b")]);
        page.section("none", "Nothing", &[]);
        page.contents(&[Entry { id: "one", title: "<u>".into(), detail: "1 & 2".into() }]);
        let text = page.finish("play");
        assert!(!text.contains("<script>") && !text.contains("<b>") && !text.contains("<i>"), "{text}");
        assert!(text.contains("&lt;script&gt;") && text.contains("a &lt; b") && !text.contains("Nothing"), "{text}");
        assert!(text.contains("<a href=\"#one\">&lt;u&gt;</a>") && text.contains("1 &amp; 2"), "{text}");
        for tag in ["section", "main", "body", "html", "details", "nav", "li"] {
            let count = |start: &str| text.matches(&format!("<{start}{tag}")).count();
            assert_eq!(count(""), count("/"), "{tag}");
        }
    }
}
