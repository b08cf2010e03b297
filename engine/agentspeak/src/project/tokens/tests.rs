use proptest::prelude::*;

use super::{BLANKS, Kind, tokens};

fn words(text: &str) -> Vec<(Kind, &str)> {
    tokens(text).into_iter().map(|token| (token.kind, &text[token.span])).collect()
}

#[test]
fn the_longest_word_is_taken() {
    use Kind::{Colon, Dot, LineComment, Lower, Number, Path, Upper};
    assert_eq!(words("ab: b: Cd:"), [(Lower, "ab"), (Colon, ":"), (Path, "b:"), (Upper, "Cd"), (Colon, ":")]);
    assert_eq!(words("C:\\x\\y.asl"), [(Path, "C:\\x\\"), (Lower, "y"), (Dot, "."), (Lower, "asl")]);
    assert_eq!(words("./a//b/c"), [(Path, "./a//b/"), (Lower, "c")]);
    assert_eq!(words("//a/b\nc"), [(LineComment, "//a/b"), (Lower, "c")]);
    assert_eq!(words("1 .5 2.5e-3 4E5"), ["1", ".5", "2.5e-3", "4E5"].map(|number| (Number, number)));
    assert_eq!(
        words("1.e5 6e+ 7."),
        [
            (Number, "1"),
            (Dot, "."),
            (Lower, "e5"),
            (Number, "6"),
            (Lower, "e"),
            (Kind::Bad, "+"),
            (Number, "7"),
            (Dot, "."),
        ]
    );
}

#[test]
fn a_comment_ends_at_the_first_end_and_a_string_on_its_line() {
    use Kind::{Bad, BlockComment, Text};
    assert_eq!(words("/***/ /* * / **/"), [(BlockComment, "/***/"), (BlockComment, "/* * / **/")]);
    assert_eq!(words("/*/")[0], (Bad, "/"));
    assert_eq!(words(r#""a\"\\\07 é""#), [(Text, r#""a\"\\\07 é""#)]);
    for none in ["\"a", "\"a\nb\"", r#""\q""#, "\"\\"] {
        assert_eq!(words(none)[0], (Bad, "\""), "{none:?}");
    }
    assert_eq!(words("é")[0], (Bad, "é"));
}

/// Texts of pieces that words consist of.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("//"),
        Just("/*"),
        Just("*/"),
        Just("*"),
        Just("/"),
        Just("\\"),
        Just("./"),
        Just("."),
        Just("\""),
        Just("\\n"),
        Just("\n"),
        Just(" "),
        Just(":"),
        Just("a"),
        Just("C:"),
        Just("Zx_1"),
        Just("0"),
        Just("17"),
        Just("e"),
        Just("E-"),
        Just("+"),
        Just("{"),
        Just("]"),
        Just("#"),
        Just("="),
        Just(";"),
        Just("é"),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn words_cover_all_but_blanks_and_each_alone_is_the_same_word(text in texts()) {
        let mut end = 0;
        for token in tokens(&text) {
            prop_assert!(text[end..token.span.start].chars().all(|blank| BLANKS.contains(&blank)));
            prop_assert!(token.span.end > token.span.start);
            end = token.span.end;
            if token.kind != Kind::Bad {
                let image = &text[token.span];
                prop_assert_eq!(words(image), [(token.kind, image)]);
            }
        }
        prop_assert!(text[end..].chars().all(|blank| BLANKS.contains(&blank)));
    }
}
