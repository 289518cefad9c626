//! Games to 11, two ahead; who serves.

use serde::Serialize;

use super::Side;

/// Points of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Game {
    home: u32,
    away: u32,
    first_server: Side,
}

impl Game {
    /// A new game.
    #[must_use]
    pub fn new(first_server: Side) -> Self {
        Self { home: 0, away: 0, first_server }
    }

    /// Points of one side.
    #[must_use]
    pub fn points(&self, side: Side) -> u32 {
        match side {
            Side::Home => self.home,
            Side::Away => self.away,
        }
    }

    /// Who serves next: two serves each, one each from 10-10.
    #[must_use]
    pub fn server(&self) -> Side {
        let played = self.home + self.away;
        let turns = if self.home >= 10 && self.away >= 10 { played } else { played / 2 };
        if turns % 2 == 0 { self.first_server } else { self.first_server.other() }
    }

    /// Who has won, if the game is over.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let (most, least) = (self.home.max(self.away), self.home.min(self.away));
        let over = most >= 11 && most - least >= 2;
        over.then_some(if self.home > self.away { Side::Home } else { Side::Away })
    }

    /// Counts a point. A game that is over counts no more.
    pub fn count(&mut self, winner: Side) {
        if self.winner().is_none() {
            match winner {
                Side::Home => self.home += 1,
                Side::Away => self.away += 1,
            }
        }
    }
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.home, self.away)
    }
}

/// Games won, with the one being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Match {
    /// Games that home has won.
    pub home_games: u32,
    /// Games that away has won.
    pub away_games: u32,
    /// The game being played.
    pub game: Game,
}

impl Match {
    /// A new match.
    #[must_use]
    pub fn new(first_server: Side) -> Self {
        Self { home_games: 0, away_games: 0, game: Game::new(first_server) }
    }

    /// Counts a point; a game that it ends is booked, and the next begins with the other server.
    pub fn count(&mut self, winner: Side) {
        self.game.count(winner);
        if let Some(side) = self.game.winner() {
            match side {
                Side::Home => self.home_games += 1,
                Side::Away => self.away_games += 1,
            }
            self.game = Game::new(self.game.first_server.other());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(points: &[Side]) -> Game {
        let mut game = Game::new(Side::Home);
        points.iter().for_each(|side| game.count(*side));
        game
    }

    #[test]
    fn ref_serves_change_every_two_points_and_every_point_from_ten_all() {
        let mut game = Game::new(Side::Home);
        let mut servers = Vec::new();
        for _ in 0..12 {
            for side in Side::BOTH {
                servers.push(game.server());
                game.count(side);
            }
        }
        let expected = |point: usize| {
            let turn = if point < 20 { point / 2 } else { point };
            if turn % 2 == 0 { Side::Home } else { Side::Away }
        };
        assert!(servers.iter().enumerate().all(|(point, server)| *server == expected(point)));
    }

    #[test]
    fn ref_a_game_needs_eleven_points_and_two_ahead() {
        use Side::{Away, Home};
        assert_eq!(played(&[Home; 10]).winner(), None);
        assert_eq!(played(&[Home; 11]).winner(), Some(Home));
        let mut game = played(&[Home; 10]);
        (0..10).for_each(|_| game.count(Away));
        game.count(Away);
        assert_eq!(game.winner(), None);
        game.count(Away);
        assert_eq!((game.winner(), game.to_string()), (Some(Away), "10:12".into()));
        game.count(Home);
        assert_eq!(game.to_string(), "10:12");
    }

    #[test]
    fn law_a_match_books_every_game() {
        let mut play = Match::new(Side::Home);
        (0..25).for_each(|_| play.count(Side::Away));
        assert_eq!((play.home_games, play.away_games, play.game.points(Side::Away)), (0, 2, 3));
    }
}
