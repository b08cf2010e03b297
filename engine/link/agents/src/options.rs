//! The options for nodes; the rest of the command line is that of `agon-asl run`.

use crate::state::Trust;

/// How it is called.
pub(crate) const USAGE: &str = "\
usage: agon-nodes run --nodes N|NAME,.. FILE ..
       agon-nodes run --node NAME [--nodes NAME,..] [--join ENDPOINT].. [--listen ENDPOINT].. [--cluster NAME]
                      [--trust NODE|all].. [--tls FOLDER [--admit NODE]..] FILE ..
and all that agon-asl run takes; with --nodes, --inspect PORT is the first port of as many as there are nodes";

/// Of how many nodes, or of which, a society consists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Number(usize),
    Names(Vec<String>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) nodes: Option<Count>,
    /// Which of them this process is; without it, it is the first, and starts the others.
    pub(crate) node: Option<String>,
    pub(crate) join: Vec<String>,
    pub(crate) listen: Vec<String>,
    pub(crate) cluster: Option<String>,
    pub(crate) trust: Trust,
    /// The folder with certificates.
    pub(crate) tls: Option<String>,
    /// Nodes that may join later.
    pub(crate) admit: Vec<String>,
    /// Was it started by the first one? Then it ends with that.
    pub(crate) is_child: bool,
    /// What is not about nodes.
    pub(crate) rest: Vec<String>,
}

/// The option by which the first node starts the others.
pub(crate) const CHILD: &str = "--started";

/// The variable with the name of the cluster, for processes that the first one starts: not for everybody to see.
pub(crate) const CLUSTER: &str = "AGON_CLUSTER";

impl Options {
    pub(crate) fn of(words: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut words = words.into_iter();
        let mut options = Self::default();
        while let Some(word) = words.next() {
            let mut value = |what: &str| words.next().ok_or_else(|| format!("{word} needs {what}"));
            match word.as_str() {
                "--nodes" => options.nodes = Some(Count::of(&value("a number, or names with commas between them")?)?),
                "--node" => options.node = Some(value("a name")?),
                "--join" => options.join.push(value("an endpoint, as tcp/127.0.0.1:7447")?),
                "--listen" => options.listen.push(value("an endpoint, as tcp/127.0.0.1:7447")?),
                "--cluster" => options.cluster = Some(value("a name")?),
                "--trust" => options.trust.add(value("a node's name, or all")?),
                "--tls" => options.tls = Some(value("a folder with certificates")?),
                "--admit" => options.admit.push(value("a node's name")?),
                CHILD => options.is_child = true,
                _ => options.rest.push(word),
            }
        }
        options.checked()
    }

    fn checked(self) -> Result<Self, String> {
        match (&self.nodes, &self.node) {
            (None, None) => Err("--nodes, or --node, is missing".to_owned()),
            (Some(Count::Number(_)), Some(_)) => Err("with --node, --nodes needs the names of all".to_owned()),
            (Some(Count::Names(names)), Some(node)) if !names.contains(node) => {
                Err(format!("the node {node} is none of those that --nodes names"))
            }
            (_, None) if !self.join.is_empty() => Err("--join needs --node: who joins has a name".to_owned()),
            _ if self.tls.is_none() && !self.admit.is_empty() => {
                Err("--admit needs --tls: without certificates all are admitted".to_owned())
            }
            _ => Ok(self),
        }
    }
}

impl Count {
    fn of(text: &str) -> Result<Self, String> {
        if let Ok(number) = text.parse() {
            return if number > 0 { Ok(Self::Number(number)) } else { Err("--nodes needs one at least".to_owned()) };
        }
        let names: Vec<String> = text.split(',').map(str::to_owned).collect();
        let is_twice = (1..names.len()).any(|place| names[..place].contains(&names[place]));
        if is_twice || names.iter().any(String::is_empty) {
            return Err(format!("--nodes needs a number, or names with commas between them, not {text}"));
        }
        Ok(Self::Names(names))
    }
}

impl Trust {
    fn add(&mut self, node: String) {
        match self {
            _ if node == "all" => *self = Self::All,
            Self::All => {}
            Self::None => *self = Self::Nodes(vec![node]),
            Self::Nodes(nodes) => nodes.push(node),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &str) -> Result<Options, String> {
        Options::of(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_of_nodes_are_separated_from_the_rest() {
        let first = options("--nodes 4 --seed 1 market.mas2j").unwrap();
        assert_eq!((first.nodes, first.node), (Some(Count::Number(4)), None));
        assert_eq!(first.rest, ["--seed", "1", "market.mas2j"]);
        let joining = "m.mas2j --node b --nodes a,b --join tcp/127.0.0.1:7447 --trust a --trust c --cluster m";
        let joining = options(joining).unwrap();
        assert_eq!(joining.nodes, Some(Count::Names(vec!["a".to_owned(), "b".to_owned()])));
        assert_eq!((joining.join.len(), joining.cluster.as_deref()), (1, Some("m")));
        assert_eq!(joining.trust, Trust::Nodes(vec!["a".to_owned(), "c".to_owned()]));
        assert_eq!(options("--node a --trust b --trust all x").unwrap().trust, Trust::All);
        let secured = options("--node a --tls certificates --admit c --admit d m.mas2j").unwrap();
        assert_eq!((secured.tls.as_deref(), secured.admit.len()), (Some("certificates"), 2));
        assert_eq!(secured.rest, ["m.mas2j"]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (words, expected) in [
            ("a.asl", "--nodes, or --node, is missing"),
            ("--nodes", "--nodes needs a number, or names with commas between them"),
            ("--nodes 0 a.asl", "--nodes needs one at least"),
            ("--nodes a,,b a.asl", "--nodes needs a number, or names with commas between them, not a,,b"),
            ("--nodes a,a a.asl", "--nodes needs a number, or names with commas between them, not a,a"),
            ("--nodes 2 --node a a.asl", "with --node, --nodes needs the names of all"),
            ("--nodes a,b --node c a.asl", "the node c is none of those that --nodes names"),
            ("--node a --admit b a.asl", "--admit needs --tls: without certificates all are admitted"),
            ("--nodes 2 --join tcp/x:1 a.asl", "--join needs --node: who joins has a name"),
        ] {
            assert_eq!(options(words).err().as_deref(), Some(expected), "{words}");
        }
    }
}
