//! A terminal that nobody sees: a pseudo-terminal with a screen behind it.
//!
//! Nothing sleeps: every wait is for something on the screen, and says what is there
//! instead if it does not come.

use std::io::{Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// A machine that is busy may take its time.
const LIMIT: Duration = Duration::from_secs(60);
const ROWS: u16 = 40;
const COLUMNS: u16 = 100;
/// What a program sends to learn where the cursor is.
const WHERE: &[u8] = b"\x1b[6n";

pub(crate) const ENTER: &str = "\r";
pub(crate) const TAB: &str = "\t";
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const CTRL_C: &str = "\x03";
pub(crate) const CTRL_D: &str = "\x04";
pub(crate) const CTRL_L: &str = "\x0c";
pub(crate) const CTRL_R: &str = "\x12";

pub(crate) struct Terminal {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    shared: Arc<Shared>,
    child: Box<dyn Child + Send + Sync>,
    // Closing it would hang up on the program.
    _master: Box<dyn MasterPty + Send>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: vt100::Parser,
    /// Every byte that was written to the terminal.
    raw: Vec<u8>,
    has_ended: bool,
}

impl Terminal {
    pub(crate) fn start(command: CommandBuilder) -> Terminal {
        let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let reader = pair.master.try_clone_reader().unwrap();
        let writer = Arc::new(Mutex::new(pair.master.take_writer().unwrap()));
        let state = State {
            parser: vt100::Parser::new(ROWS, COLUMNS, 1000),
            raw: vec![],
            has_ended: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let (seen, answers) = (shared.clone(), writer.clone());
        thread::spawn(move || watch(reader, &seen, &answers));
        Terminal { writer, shared, child, _master: pair.master }
    }

    pub(crate) fn keys(&self, keys: &str) {
        let mut writer = self.writer.lock().unwrap();
        writer.write_all(keys.as_bytes()).unwrap();
        writer.flush().unwrap();
    }

    /// Types a line, ends it, and answers what stands between it and the next prompt.
    pub(crate) fn line(&self, line: &str) -> String {
        self.keys(line);
        self.wait(line, |it| it.before_cursor.trim_end().ends_with(line.trim_end()));
        self.keys(ENTER);
        self.wait("the next prompt", |it| it.at_cursor.trim_end() == "bt>");
        let screen = self.screen();
        let typed = screen.rfind(&format!("> {}", line.trim_end())).expect("the line is shown");
        let after = &screen[typed..];
        let after = after.split_once('\n').map_or("", |(_, rest)| rest);
        after.rsplit_once("bt>").map_or("", |(shown, _)| shown).to_owned()
    }

    /// Waits for an empty prompt.
    pub(crate) fn prompt(&self) {
        self.wait("a prompt", |it| it.at_cursor.trim_end() == "bt>");
    }

    pub(crate) fn see(&self, text: &str) {
        self.wait(text, |it| it.screen.contains(text));
    }

    pub(crate) fn wait(&self, what: &str, holds: impl Fn(&Shown) -> bool) {
        let until = Instant::now() + LIMIT;
        let mut state = self.shared.state.lock().unwrap();
        loop {
            let shown = Shown::of(&state);
            if holds(&shown) {
                return;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero() && !state.has_ended,
                "waiting for {what:?}; there is:\n{}\nat the cursor: {:?}",
                shown.screen,
                shown.at_cursor,
            );
            state = self.shared.changed.wait_timeout(state, left).unwrap().0;
        }
    }

    pub(crate) fn screen(&self) -> String {
        Shown::of(&self.shared.state.lock().unwrap()).screen
    }

    /// Everything that was sent to the terminal, with all its sequences.
    pub(crate) fn raw(&self) -> String {
        String::from_utf8_lossy(&self.shared.state.lock().unwrap().raw).into_owned()
    }

    /// The colour of the first place on the screen where a text stands.
    pub(crate) fn colour_of(&self, text: &str) -> vt100::Color {
        let state = self.shared.state.lock().unwrap();
        let screen = state.parser.screen();
        for (row, line) in screen.rows(0, COLUMNS).enumerate() {
            if let Some(at) = line.find(text) {
                let column = line[..at].chars().count();
                return screen.cell(row as u16, column as u16).unwrap().fgcolor();
            }
        }
        panic!("{text:?} is not on the screen");
    }

    /// Waits for the end of the program, and answers its status.
    pub(crate) fn end(&mut self) -> u32 {
        let until = Instant::now() + LIMIT;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(Instant::now() < until, "it does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What somebody in front of the terminal sees.
pub(crate) struct Shown {
    pub(crate) screen: String,
    /// The line of the cursor, and what of it stands before the cursor.
    pub(crate) at_cursor: String,
    pub(crate) before_cursor: String,
}

impl Shown {
    fn of(state: &State) -> Shown {
        let screen = state.parser.screen();
        let (row, column) = screen.cursor_position();
        let at_cursor = screen.rows(0, COLUMNS).nth(row as usize).unwrap_or_default();
        let before_cursor = screen.rows(0, column).nth(row as usize).unwrap_or_default();
        let rows: Vec<String> =
            screen.rows(0, COLUMNS).map(|it| it.trim_end().to_owned()).collect();
        Shown { screen: rows.join("\n").trim_end().to_owned() + "\n", at_cursor, before_cursor }
    }
}

/// Shows what is written, and answers where the cursor is to whoever asks.
fn watch(
    mut reader: Box<dyn Read + Send>,
    shared: &Shared,
    answers: &Mutex<Box<dyn Write + Send>>,
) {
    let mut bytes = [0; 4096];
    let mut asked = 0;
    loop {
        let count = reader.read(&mut bytes).unwrap_or(0);
        let mut state = shared.state.lock().unwrap();
        if count == 0 {
            state.has_ended = true;
            shared.changed.notify_all();
            return;
        }
        state.raw.extend(&bytes[..count]);
        state.parser.process(&bytes[..count]);
        let questions = state.raw.windows(WHERE.len()).filter(|it| *it == WHERE).count();
        let (row, column) = state.parser.screen().cursor_position();
        drop(state);
        for _ in asked..questions {
            let answer = format!("\x1b[{};{}R", row + 1, column + 1);
            answers.lock().unwrap().write_all(answer.as_bytes()).ok();
        }
        asked = questions;
        shared.changed.notify_all();
    }
}
