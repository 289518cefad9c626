// Light or dark: as the system has it, or as chosen here.

const KEY = "multiball-theme";

export class Theme {
  private system = matchMedia("(prefers-color-scheme: dark)");

  constructor(private changed: () => void) {
    this.apply();
    this.system.addEventListener("change", () => this.apply());
  }

  get dark(): boolean {
    const chosen = localStorage.getItem(KEY);
    return chosen ? chosen === "dark" : this.system.matches;
  }

  toggle(): void {
    const next = this.dark ? "light" : "dark";
    // What the system says anyway need not be remembered.
    if ((next === "dark") === this.system.matches) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
    this.changed();
  }
}
