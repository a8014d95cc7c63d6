package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UnavailableReasonTest {

    private static final Pattern ROW = Pattern.compile("^\\| `([a-z-]+)` \\|", Pattern.MULTILINE);

    @Test
    void theWordsAreStable() {
        assertThat(Arrays.stream(UnavailableReason.values()).map(UnavailableReason::text))
                .containsExactly(
                        "clock-moved-backwards",
                        "clock-before-epoch",
                        "clock-skew",
                        "id-ahead",
                        "clock-stalled",
                        "reservation-used-up",
                        "layout-ended",
                        "no-worker-id",
                        "standby",
                        "not-started",
                        "draining",
                        "too-many-requests",
                        "too-many-connections",
                        "overloaded",
                        "zookeeper-away",
                        "zookeeper-denies",
                        "ensemble-restored",
                        "other-fleet",
                        "sequence-busy",
                        "sequence-full",
                        "sequence-unavailable");
    }

    @Test
    void theDocumentOfTheProtocolListsThemAll() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "reference", "protocol.md"));
        int begin = document.indexOf("### Reasons\n");
        String section = document.substring(begin, document.indexOf("\n#", begin + 1));

        List<String> listed = ROW.matcher(section)
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();

        assertThat(listed)
                .containsExactlyElementsOf(Arrays.stream(UnavailableReason.values())
                        .map(UnavailableReason::text)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void aTextIsFoundAgain(UnavailableReason reason) {
        assertThat(UnavailableReason.of(reason.text())).contains(reason);
    }

    @Test
    void aWordOfALaterServerIsNone() {
        assertThat(UnavailableReason.of("moon-in-the-way")).isEmpty();
    }
}
