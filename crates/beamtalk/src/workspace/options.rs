//! How a node is to be started, where it does not run yet.

/// What a user may choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The port to listen on; zero lets the system choose.
    pub(crate) port: u16,
    pub(crate) idle: Idle,
    /// Variables of the environment that the node is to see beside the usual ones.
    pub(crate) environment: Vec<String>,
    /// A name makes the node part of Erlang's distribution.
    pub(crate) node: Option<String>,
    /// How much the node writes into its log.
    pub(crate) log_level: Option<String>,
    /// How many MiB an evaluation may take.
    pub(crate) memory: Option<u32>,
}

/// When a node that nobody uses ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Idle {
    /// As long as the node itself thinks right.
    #[default]
    Usual,
    Seconds(u32),
    Never,
}
