//! Names that lead back to themselves.
//!
//! In go names and what each of them leads to; out comes one ring of names for
//! each knot of them, begun at the name that sorts first. Wherever in a knot one
//! begins, the answer is the same: several files that share one agree on who
//! reports it.

use std::collections::{HashMap, VecDeque};

use hierarchy::ClassName;

/// The rings that can be reached from some names.
pub(crate) fn rings(
    starts: impl IntoIterator<Item = ClassName>,
    leads_to: impl Fn(&ClassName) -> Vec<ClassName>,
) -> Vec<Vec<ClassName>> {
    let graph = Graph::reached(starts, leads_to);
    let (knots, knot_of) = graph.knots();
    let mut rings: Vec<Vec<ClassName>> = Vec::new();
    for knot in knots {
        let first = knot.into_iter().min_by_key(|it| graph.names.get(*it));
        let ring = first.and_then(|first| graph.ring(first, &knot_of));
        rings.extend(ring);
    }
    rings.sort_unstable();
    rings
}

/// Nodes are places in `names`; `edges` and all tables are in step with it.
#[derive(Default)]
struct Graph {
    names: Vec<ClassName>,
    edges: Vec<Vec<usize>>,
}

impl Graph {
    fn reached(
        starts: impl IntoIterator<Item = ClassName>,
        leads_to: impl Fn(&ClassName) -> Vec<ClassName>,
    ) -> Self {
        let mut graph = Graph::default();
        let mut nodes: HashMap<ClassName, usize> = HashMap::new();
        let mut node = |name: ClassName, names: &mut Vec<ClassName>| {
            *nodes.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() - 1
            })
        };
        for start in starts {
            node(start, &mut graph.names);
        }
        let mut next = 0;
        while let Some(name) = graph.names.get(next) {
            let targets = leads_to(name);
            let edges = targets.into_iter().map(|target| node(target, &mut graph.names));
            graph.edges.push(edges.collect());
            next += 1;
        }
        graph
    }

    fn edges_of(&self, node: usize) -> &[usize] {
        self.edges.get(node).map_or(&[], Vec::as_slice)
    }

    /// The groups of nodes that reach each other, and the group of each node. This
    /// is Tarjan's algorithm, with a stack of its own: chains may be long.
    fn knots(&self) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut state = Knots {
            found: Vec::new(),
            knot_of: vec![usize::MAX; self.names.len()],
            number: vec![usize::MAX; self.names.len()],
            lowest: vec![usize::MAX; self.names.len()],
            open: Vec::new(),
            visited: 0,
        };
        for start in 0..self.names.len() {
            if state.is_new(start) {
                self.visit(start, &mut state);
            }
        }
        (state.found, state.knot_of)
    }

    fn visit(&self, start: usize, state: &mut Knots) {
        let mut path = vec![(start, 0)];
        state.begin(start);
        while let Some((node, at)) = path.last_mut() {
            match self.edges_of(*node).get(*at) {
                Some(target) if state.is_new(*target) => {
                    *at += 1;
                    state.begin(*target);
                    path.push((*target, 0));
                }
                Some(target) => {
                    *at += 1;
                    state.reach(*node, *target);
                }
                None => {
                    let done = *node;
                    path.pop();
                    if let Some((before, _)) = path.last() {
                        state.lower(*before, state.lowest_of(done));
                    }
                    state.end(done);
                }
            }
        }
    }

    /// The shortest way from a node back to itself within its group.
    fn ring(&self, start: usize, knot_of: &[usize]) -> Option<Vec<ClassName>> {
        let mut before: HashMap<usize, usize> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for target in self.edges_of(node) {
                if *target == start {
                    return Some(self.way(start, node, &before));
                }
                let is_same = knot_of.get(*target) == knot_of.get(start);
                if is_same && !before.contains_key(target) {
                    before.insert(*target, node);
                    queue.push_back(*target);
                }
            }
        }
        None
    }

    fn way(&self, start: usize, end: usize, before: &HashMap<usize, usize>) -> Vec<ClassName> {
        let steps = std::iter::successors(Some(end), |node| {
            before.get(node).copied().filter(|_| *node != start)
        });
        let mut way: Vec<ClassName> =
            steps.filter_map(|node| self.names.get(node).cloned()).collect();
        way.reverse();
        way
    }
}

/// Tarjan's tables.
struct Knots {
    found: Vec<Vec<usize>>,
    knot_of: Vec<usize>,
    number: Vec<usize>,
    lowest: Vec<usize>,
    /// Visited, and not yet in a group.
    open: Vec<usize>,
    visited: usize,
}

impl Knots {
    fn is_new(&self, node: usize) -> bool {
        self.number.get(node) == Some(&usize::MAX)
    }

    fn begin(&mut self, node: usize) {
        for table in [&mut self.number, &mut self.lowest] {
            if let Some(slot) = table.get_mut(node) {
                *slot = self.visited;
            }
        }
        self.visited += 1;
        self.open.push(node);
    }

    fn lowest_of(&self, node: usize) -> usize {
        self.lowest.get(node).copied().unwrap_or(usize::MAX)
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(slot) = self.lowest.get_mut(node) {
            *slot = to.min(*slot);
        }
    }

    /// An edge to a node that was visited before.
    fn reach(&mut self, from: usize, to: usize) {
        let is_open = self.knot_of.get(to) == Some(&usize::MAX);
        if let Some(number) = self.number.get(to).copied().filter(|_| is_open) {
            self.lower(from, number);
        }
    }

    fn end(&mut self, node: usize) {
        if self.number.get(node) != self.lowest.get(node) {
            return;
        }
        let mut knot = Vec::new();
        while let Some(member) = self.open.pop() {
            if let Some(slot) = self.knot_of.get_mut(member) {
                *slot = self.found.len();
            }
            knot.push(member);
            if member == node {
                break;
            }
        }
        self.found.push(knot);
    }
}

#[cfg(test)]
mod tests {
    use super::rings;
    use hierarchy::ClassName;

    /// `A:BC B:A` is A leading to B and C, and B to A.
    #[track_caller]
    fn check(graph: &str, expected: &str) {
        let targets = |name: &ClassName| {
            let entry = graph.split(' ').find_map(|it| it.strip_prefix(&format!("{name}:")));
            let letters = entry.unwrap_or("").chars();
            letters.map(|letter| ClassName::from(&*letter.to_string())).collect()
        };
        let mut answers = Vec::new();
        let names: Vec<&str> = graph.split(' ').filter_map(|it| it.split(':').next()).collect();
        for turn in 0..names.len() {
            let mut starts: Vec<ClassName> = names.iter().map(|it| ClassName::from(*it)).collect();
            starts.rotate_left(turn);
            let found = rings(starts, targets);
            let shown: Vec<String> = found.iter().map(|ring| ring.concat()).collect();
            answers.push(shown.join(" "));
        }
        assert!(answers.iter().all(|it| it == expected), "{answers:?}");
    }

    trait Concat {
        fn concat(&self) -> String;
    }

    impl Concat for Vec<ClassName> {
        fn concat(&self) -> String {
            self.iter().map(|name| &**name).collect()
        }
    }

    #[test]
    fn each_knot_is_one_ring_wherever_one_begins() {
        check("A:B B:C C:", "");
        check("A:A", "A");
        check("B:C C:B", "BC");
        check("D:A A:B B:A A:", "AB");
        check("A:B B:C C:DA D:B", "ABC");
        check("A:BC B:A C:D D:C E:A", "AB CD");
    }

    #[test]
    fn long_chains_need_no_stack() {
        let next = |name: &ClassName| match name.parse::<u32>() {
            Ok(number) => vec![ClassName::from(&*((number + 1) % 100_000).to_string())],
            Err(_) => Vec::new(),
        };
        assert_eq!(rings([ClassName::from("7")], next).first().map(Vec::len), Some(100_000));
    }
}
