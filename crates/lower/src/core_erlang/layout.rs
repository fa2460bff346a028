//! Text with places where a line may break, laid out to a width.
//!
//! A group stays on one line if it fits, else each of its own breaks is a new
//! line. Linear in the text, and flat: groups of any depth need no stack, and
//! past some depth they are no longer indented.

const WIDTH: usize = 100;
/// As deep as lines are indented.
const SPACES: &str = "                                                            ";

#[derive(Debug, Default)]
pub(super) struct Layout {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug)]
enum Piece {
    /// So many bytes of the text.
    Text(usize),
    /// A group, with its width on one line: none if it has a new line in it.
    Open {
        indent: usize,
        width: Option<usize>,
    },
    Close,
    /// What stands there if the line does not break.
    Break(&'static str),
    NewLine,
}

impl Layout {
    pub(super) fn text(&mut self, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        self.pieces.push(Piece::Text(self.text.len() - start));
    }

    pub(super) fn open(&mut self, indent: usize) {
        self.pieces.push(Piece::Open { indent, width: None });
    }

    pub(super) fn close(&mut self) {
        self.pieces.push(Piece::Close);
    }

    pub(super) fn may_break(&mut self, otherwise: &'static str) {
        self.pieces.push(Piece::Break(otherwise));
    }

    pub(super) fn new_line(&mut self) {
        self.pieces.push(Piece::NewLine);
    }

    pub(super) fn finish(mut self) -> String {
        self.measure();
        self.render()
    }

    /// From the end, so that a group is measured when its start is reached.
    fn measure(&mut self) {
        struct End {
            width: usize,
            new_lines: usize,
        }
        let (mut width, mut new_lines) = (0, 0);
        let mut ends = Vec::new();
        for piece in self.pieces.iter_mut().rev() {
            match piece {
                Piece::Text(bytes) => width += *bytes,
                Piece::Break(otherwise) => width += otherwise.len(),
                Piece::NewLine => new_lines += 1,
                Piece::Close => ends.push(End { width, new_lines }),
                Piece::Open { width: measured, .. } => {
                    let end = ends.pop();
                    *measured =
                        end.filter(|end| end.new_lines == new_lines).map(|end| width - end.width);
                }
            }
        }
    }

    fn render(&self) -> String {
        struct Group {
            indent: usize,
            is_broken: bool,
        }
        let mut out = String::with_capacity(self.text.len() * 5 / 4);
        let mut rest = self.text.as_str();
        let mut line_start = 0;
        let mut groups = Vec::new();
        let mut group = Group { indent: 0, is_broken: true };
        for piece in &self.pieces {
            match piece {
                Piece::Text(bytes) => {
                    let (now, later) = rest.split_at(*bytes);
                    out.push_str(now);
                    rest = later;
                }
                Piece::Open { indent, width } => {
                    let column = out.len() - line_start;
                    let is_broken = width.is_none_or(|width| column + width > WIDTH);
                    let indent = SPACES.len().min(group.indent + indent);
                    groups.push(std::mem::replace(&mut group, Group { indent, is_broken }));
                }
                Piece::Close => group = groups.pop().unwrap_or(group),
                Piece::Break(otherwise) if !group.is_broken => out.push_str(otherwise),
                Piece::Break(_) | Piece::NewLine => {
                    out.push('\n');
                    line_start = out.len();
                    out.push_str(SPACES.get(..group.indent).unwrap_or(SPACES));
                }
            }
        }
        out
    }
}
