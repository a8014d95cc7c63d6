package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program's output is the same in every locale; by commands that contact no server. */
class LocaleTest {

    private static final List<String[]> COMMANDS = Stream.of(
                    "decompose 7250000000000000000",
                    "decompose 9999999999999999999",
                    "serve --layout 41/10/13",
                    "serve --window 1",
                    "sequence create a --mode block --from 5 --to 3",
                    "sequence create a --from 5 --to 9223372036854775808",
                    "sequence parse --format A{n:0000} A00x7",
                    "status --server n1:70000",
                    "import /nowhere --margin -1",
                    "import --help")
            .map(command -> command.split(" "))
            .toList();

    private static final Locale USUAL = Locale.getDefault();

    private static List<Run> expected;

    @BeforeAll
    static void runInNoLocale() {
        Locale.setDefault(Locale.ROOT);
        expected = run();
    }

    @AfterAll
    static void restore() {
        Locale.setDefault(USUAL);
    }

    private static List<Run> run() {
        return COMMANDS.stream().map(Run::of).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ar-EG",
                "ar-SA-u-ca-islamic-nu-arab",
                "bn-BD",
                "ckb-IQ",
                "de-DE",
                "fa-IR",
                "hi-IN-u-nu-deva",
                "ja-JP-u-ca-japanese",
                "lt-LT",
                "mr-IN",
                "my-MM",
                "ne-NP",
                "th-TH-u-ca-buddhist-nu-thai",
                "tr-TR",
                "ur-PK-u-nu-arabext",
                "zh-TW-u-nu-hanidec"
            })
    void textsAreThoseOfNoLocale(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));

        assertThat(run()).isEqualTo(expected);
    }
}
