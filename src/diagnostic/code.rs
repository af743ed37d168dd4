//! The closed catalogue of diagnostic codes.

macro_rules! codes {
    ($($variant:ident $name:literal $means:literal,)*) => {
        /// Which kind of finding a diagnostic is. Each has a page of its own, shown by `chartroom explain CODE`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $means] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name by which a person asks for its page.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it means, in one line.
            pub const fn means(self) -> &'static str {
                match self { $(Self::$variant => $means,)* }
            }

            /// The page that explains it, in Markdown.
            pub const fn page(self) -> &'static str {
                match self { $(Self::$variant => include_str!(concat!("pages/", $name, ".md")),)* }
            }
        }
    };
}

codes! {
    // Files and packs
    UnreadableFile "unreadable-file" "A file or folder of the rulebook cannot be read.",
    UnreadFile "unread-file" "A file in the folder of a pack is of a kind that is not read.",
    HalfWritten "half-written" "A program was stopped while it wrote several files together.",
    NotUtf8 "not-utf8" "A file is not UTF-8 text.",
    EmptyFile "empty-file" "A file of the rulebook is empty.",
    OverLimit "over-limit" "Something is larger than the limit declared for packs.",
    OutsideFolder "outside-folder" "A pack reaches outside its own folder.",
    BrokenToml "broken-toml" "A TOML file cannot be parsed.",
    BrokenRon "broken-ron" "A RON file cannot be parsed.",
    UnknownKey "unknown-key" "A key is not one of those known here.",
    MissingKey "missing-key" "A key that is needed is missing.",
    WrongShape "wrong-shape" "A value has another shape than the one needed here.",
    BadName "bad-name" "A name is not kebab-case.",
    MissingPack "missing-pack" "A pack that is required is not in the rulebook.",
    PackTwice "pack-twice" "Two packs of one game bear one name.",
    PackCycle "pack-cycle" "Packs require each other in a circle.",
    DuplicateName "duplicate-name" "One name is defined twice in a game.",
    // Names
    UnknownName "unknown-name" "A name in an expression is not known.",
    UnknownFact "unknown-fact" "No pack declares a fact of this name.",
    UnknownQuestion "unknown-question" "No pack declares a question or process of this name.",
    UnknownValue "unknown-value" "A value is not in the domain of its fact.",
    UnknownReading "unknown-reading" "No pack declares this reading or option.",
    UnknownUnit "unknown-unit" "No pack declares this unit.",
    UnknownParagraph "unknown-paragraph" "A citation is not in the pack's table of contents.",
    NotInFrom "not-in-from" "An answer depends on a fact that its question does not take.",
    IdleFact "idle-fact" "An example gives a fact that nothing asked looks at.",
    ValueTaken "value-taken" "A value added to a fact is taken as others are.",
    AmbiguousFact "ambiguous-fact" "More than one fact, or none, has the unit of a rate.",
    // Expressions
    BrokenExpression "broken-expression" "An expression cannot be parsed.",
    BadDomain "bad-domain" "A domain is not written in a known way.",
    WrongType "wrong-type" "A value is of another type than the one needed here.",
    UnitMismatch "unit-mismatch" "Two units do not go together.",
    MissingRounding "missing-rounding" "A division does not say how to round.",
    WasOutsideProcess "was-outside-process" "`was (…)` stands outside a process.",
    // Proofs
    Cycle "cycle" "A question depends on itself.",
    Gap "gap" "A question has no answer in some situation.",
    Overlap "overlap" "Two rules give different answers in one situation.",
    ChartOverlap "chart-overlap" "Two rows, or two columns, of a chart overlap.",
    ChartGap "chart-gap" "A chart has no row, or no column, for some value.",
    ChartShape "chart-shape" "A row of a chart has too many or too few cells.",
    StrayMark "stray-mark" "A mark of a chart's row has no footnote, or a footnote's mark no row.",
    NeverHolds "never-holds" "A condition can never hold.",
    AlwaysHolds "always-holds" "A part of a condition always holds.",
    NeverBites "never-bites" "An exception never applies.",
    NeverApplies "never-applies" "A rule never applies.",
    ToldTwice "told-twice" "Two rules of a sum say the same, an exception adds for each of its rules, or one throw is named twice: all of it counts.",
    OutsideDomain "outside-domain" "An answer lies outside its declared domain.",
    OutsideOnly "outside-only" "A question uses another where that one is not asked.",
    LawRefuted "law-refuted" "A law does not hold.",
    LawEmpty "law-empty" "A law says nothing: no situation meets its condition.",
    ExampleFails "example-fails" "A worked example gives something else.",
    ExampleIncomplete "example-incomplete" "A worked example does not give enough facts.",
    ImpossibleReached "impossible-reached" "A procedure or process can come to a situation that cannot be.",
    UnfinishedProcedure "unfinished-procedure" "A procedure asks for a fact that is not known then, or leaves one of its outcomes open.",
    TooLarge "too-large" "A question needs more than the declared budget of work, nodes and memory.",
    // Errata
    BrokenErratum "broken-erratum" "An erratum is not written as one has to be.",
    UnknownErratum "unknown-erratum" "No pack holds an erratum of this name.",
    ErratumMismatch "erratum-mismatch" "An erratum expects something else than the pack says.",
    ErratumMatchesNothing "erratum-matches-nothing" "An erratum changes something that the pack does not have.",
    ErratumConflict "erratum-conflict" "Two errata change one thing.",
    ErratumBeyondScope "erratum-beyond-scope" "An erratum changes more than it says.",
    // Requests
    NotAsked "not-asked" "A question is not asked for this value of a fact.",
    BrokenRequest "broken-request" "A request is not what the protocol says.",
    PackConflict "pack-conflict" "Two packs answer one question differently, with no precedence declared.",
}

impl std::fmt::Display for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}
