//! Inputs from a terminal, with a line editor.
//!
//! The editor itself is reedline, and this file with `recall.rs` and `menu.rs` is all that
//! knows it: what it colours, continues, completes and keeps is decided elsewhere and only
//! handed on here.

use std::borrow::Cow;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nu_ansi_term::Style;
use reedline::{
    Color, DefaultHinter, EditCommand, EditMode, Emacs, ExternalPrinter, Highlighter, Hinter,
    IdeMenu, KeyCode, KeyModifiers, MenuBuilder as _, Prompt, PromptEditMode, PromptHistorySearch,
    PromptHistorySearchStatus, Reedline, ReedlineEvent, ReedlineMenu, ReedlineRawEvent, Signal,
    StyledText, ValidationResult, Validator, default_emacs_keybindings,
};

use crate::exit::Failure;
use crate::prompt::brackets;
use crate::prompt::candidates::Source;
use crate::prompt::colours::{self, Paint};
use crate::prompt::history::History;
use crate::prompt::inputs::{self, Manner};
use crate::prompt::lines::{Line, Lines};
use crate::prompt::menu::Menu;
use crate::prompt::reader::{CONTINUATION, PROMPT, Read, Reader};
use crate::prompt::recall::Recall;
use crate::prompt::seen::Seen;

const MENU: &str = "candidates";
const MENU_ROWS: u16 = 12;
/// Lines of others that wait for the next prompt; who has more to say waits.
const MOST_LINES: usize = 200;

pub(crate) struct Editor {
    reedline: Reedline,
    seen: Arc<Mutex<Seen>>,
    /// For questions that are answered without editing.
    lines: Lines,
    /// Takes lines that are shown above the one that is being typed.
    above: SyncSender<String>,
}

impl Editor {
    pub(crate) fn new(
        lines: Lines,
        history: History,
        source: Box<dyn Source + Send>,
        colour: bool,
    ) -> Editor {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let printer = ExternalPrinter::new(MOST_LINES);
        let above = printer.sender();
        let reedline = Reedline::create()
            .with_external_printer(printer)
            .with_ansi_colors(colour)
            .use_bracketed_paste(true)
            .with_quick_completions(true)
            .with_partial_completions(true)
            .with_history(Box::new(Recall::of(history)))
            .with_highlighter(Box::new(Painter { seen: seen.clone(), colour }))
            .with_validator(Box::new(Gate { seen: seen.clone() }))
            .with_completer(Box::new(Menu::new(source, seen.clone())))
            .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu(colour))))
            .with_hinter(Box::new(Hints::new(seen.clone(), colour)))
            .with_edit_mode(Box::new(Keys { emacs: Emacs::new(keys()), seen: seen.clone() }));
        Editor { reedline, seen, lines, above }
    }

    /// Who sends lines there has them shown as soon as there is a prompt.
    pub(crate) fn above(&self) -> SyncSender<String> {
        self.above.clone()
    }
}

impl Reader for Editor {
    fn read(&mut self) -> Result<Read, Failure> {
        let next = locked(&self.seen).next();
        *locked(&self.seen) = next;
        let signal = self
            .reedline
            .read_line(&Marks)
            .map_err(|error| Failure::Missing(format!("the terminal cannot be read: {error}")))?;
        Ok(match signal {
            Signal::Success(text) if locked(&self.seen).came_at_once(&text) => {
                Read::Inputs(vec![text])
            }
            Signal::Success(text) => {
                Read::Inputs(inputs::split(&text).into_iter().map(str::to_owned).collect())
            }
            Signal::CtrlC => Read::Cancelled { lines: locked(&self.seen).is_long },
            Signal::CtrlD => Read::End,
            Signal::HostCommand(_) | Signal::ExternalBreak(_) => Read::Inputs(vec![]),
            _ => Read::Inputs(vec![]),
        })
    }

    fn line(&mut self, question: &str) -> Line {
        use std::io::Write as _;
        let _ = std::io::stdout().write_all(question.as_bytes());
        let _ = std::io::stdout().flush();
        self.lines.next(None)
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

/// What is shared is plain data, right after any panic as before it.
fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keys() -> reedline::Keybindings {
    let mut keys = default_emacs_keybindings();
    let tab = vec![ReedlineEvent::Menu(MENU.to_owned()), ReedlineEvent::MenuNext];
    keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, ReedlineEvent::UntilFound(tab));
    keys.add_binding(KeyModifiers::SHIFT, KeyCode::BackTab, ReedlineEvent::MenuPrevious);
    keys
}

fn menu(colour: bool) -> IdeMenu {
    let menu = IdeMenu::default()
        .with_name(MENU)
        .with_marker(PROMPT)
        .with_word_chars("_:@")
        .with_max_completion_height(MENU_ROWS)
        .with_max_completion_width(60);
    if !colour {
        return menu;
    }
    menu.with_text_style(Style::new())
        .with_selected_text_style(Style::new().reverse())
        .with_selected_match_text_style(Style::new().reverse().bold())
        .with_match_text_style(Style::new().bold())
        .with_description_text_style(Color::DarkGray.normal())
}

/// The keys, with an eye on what is pasted.
struct Keys {
    emacs: Emacs,
    seen: Arc<Mutex<Seen>>,
}

impl EditMode for Keys {
    fn parse_event(&mut self, event: ReedlineRawEvent) -> ReedlineEvent {
        let event = self.emacs.parse_event(event);
        // Single keys insert characters; only a pasted block comes as a string.
        if let ReedlineEvent::Edit(commands) = &event
            && let [EditCommand::InsertString(text)] = &**commands
        {
            locked(&self.seen).pasted = Some(text.clone());
        }
        event
    }

    fn edit_mode(&self) -> PromptEditMode {
        self.emacs.edit_mode()
    }
}

struct Gate {
    seen: Arc<Mutex<Seen>>,
}

impl Validator for Gate {
    fn validate(&self, text: &str) -> ValidationResult {
        let came_at_once = locked(&self.seen).came_at_once(text);
        let manner = if came_at_once { Manner::Whole } else { Manner::Typed };
        match inputs::is_finished(text, manner) {
            true => ValidationResult::Complete,
            false => ValidationResult::Incomplete,
        }
    }
}

/// A paint as the editor takes it.
fn style(paint: Paint) -> Style {
    let codes = paint.sequence().split(';').filter(|it| !it.is_empty());
    codes.fold(Style::new(), |style, code| match code {
        "1" => style.bold(),
        "4" => style.underline(),
        "31" => style.fg(Color::Red),
        "32" => style.fg(Color::Green),
        "33" => style.fg(Color::Yellow),
        "34" => style.fg(Color::Blue),
        "35" => style.fg(Color::Magenta),
        "36" => style.fg(Color::Cyan),
        _ => style.fg(Color::DarkGray),
    })
}

struct Painter {
    seen: Arc<Mutex<Seen>>,
    colour: bool,
}

impl Highlighter for Painter {
    fn highlight(&self, text: &str, cursor: usize) -> StyledText {
        // After Ctrl-C the editor is empty, and who asks wants to know what it had.
        if !text.is_empty() {
            locked(&self.seen).is_long = text.contains('\n');
        }
        let mut styled = StyledText::new();
        if !self.colour {
            styled.push((Style::new(), text.to_owned()));
            return styled;
        }
        for (range, paint) in colours::of_input(text) {
            let piece = text.get(range).unwrap_or("").to_owned();
            styled.push((style(paint), piece));
        }
        if !inputs::is_command(text)
            && let Some(partners) = brackets::partners(text, cursor)
        {
            for range in partners {
                styled.style_range(range.start, range.end, style(Paint::Partner));
            }
        }
        styled
    }
}

/// What was typed before as one types it again, and why there are no candidates.
struct Hints {
    past: DefaultHinter,
    seen: Arc<Mutex<Seen>>,
    colour: bool,
    is_reason: bool,
}

impl Hints {
    fn new(seen: Arc<Mutex<Seen>>, colour: bool) -> Hints {
        let past = DefaultHinter::default().with_style(Color::DarkGray.normal());
        Hints { past, seen, colour, is_reason: false }
    }
}

impl Hinter for Hints {
    fn handle(
        &mut self,
        line: &str,
        position: usize,
        history: &dyn reedline::History,
        colour: bool,
        folder: &str,
    ) -> String {
        let past = self.past.handle(line, position, history, colour, folder);
        let seen = locked(&self.seen);
        let reason = seen.reason.as_ref().filter(|(about, _)| about == line);
        self.is_reason = reason.is_some();
        match reason {
            Some((_, reason)) => Paint::Dim.on(&format!("  # {reason}"), self.colour),
            // Without colour nobody could tell it from what is typed.
            None if self.colour => past,
            None => String::new(),
        }
    }

    fn complete_hint(&self) -> String {
        match self.is_reason || !self.colour {
            true => String::new(),
            false => self.past.complete_hint(),
        }
    }

    fn next_hint_token(&self) -> String {
        match self.is_reason || !self.colour {
            true => String::new(),
            false => self.past.next_hint_token(),
        }
    }
}

/// The prompts.
struct Marks;

impl Prompt for Marks {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        "".into()
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        "".into()
    }

    fn render_prompt_indicator(&self, _: PromptEditMode) -> Cow<'_, str> {
        PROMPT.into()
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        CONTINUATION.into()
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        let found = match search.status {
            PromptHistorySearchStatus::Passing => "search",
            PromptHistorySearchStatus::Failing => "no match",
        };
        format!("({found}: {}) ", search.term).into()
    }

    fn get_indicator_color(&self) -> Color {
        Color::Green
    }

    fn get_prompt_multiline_color(&self) -> Color {
        Color::Yellow
    }
}
