package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecomposeCommandTest {

    @Test
    void printsTheTimeInUtcTheWorkerIdAndTheSequence() {
        // 1 ms after the epoch, worker 3, sequence 5
        Run run = Run.of("decompose", String.valueOf((1L << 22) | (3L << 12) | 5));

        assertThat(run).isEqualTo(new Run(0, """
                        time      2024-01-01T00:00:00.001Z
                        worker    3
                        sequence  5
                        """, ""));
    }

    @Test
    void takesTheHighestId() {
        Run run = Run.of("decompose", "9223372036854775807");

        assertThat(run.out()).isEqualTo("""
                        time      2093-09-06T15:47:35.551Z
                        worker    1023
                        sequence  4095
                        """);
    }

    @Test
    void doubtsWhatLooksRounded() {
        assertThat(Run.of("decompose", "384313635486302200")).isEqualTo(new Run(0, """
                        time      2026-11-26T12:05:10.901Z
                        worker    1023
                        sequence  4088
                        """, """
                        snowkeeper: JavaScript writes 384313635486302200 for each id from 384313635486302176 to 384313635486302240, so it may have been one of these; have ids sent as text
                        """));
    }

    @Test
    void ofALayoutOf53BitsThereIsNoHigherId() {
        assertThat(Run.of("decompose", "--layout", "js53", "9007199254740991").out())
                .isEqualTo("""
                        time      2093-09-06T15:47:35.551Z
                        worker    31
                        sequence  127
                        """);
        assertThat(Run.of("decompose", "--layout", "js53", "9007199254740992").err())
                .startsWith("snowkeeper: ID must be an integer from 0 to 9007199254740991, a UUID");
    }

    @Test
    void readsAnotherLayoutAndEpoch() {
        Run run = Run.of("decompose", "--layout", "41/2/20", "--epoch", "2020-01-01T00:00:00Z", "7340033");

        assertThat(run.out()).isEqualTo("""
                        time      2020-01-01T00:00:00.001Z
                        worker    3
                        sequence  1
                        """);
    }

    @Test
    void readsIdsOfOtherGenerators() {
        assertThat(Run.of("decompose", "--epoch", "discord", "266241948824764416")
                        .out())
                .isEqualTo("""
                        time      2017-01-04T16:30:27.136Z
                        worker    32
                        sequence  0
                        """);
        assertThat(Run.of(
                                "decompose",
                                "--layout",
                                "28/22/13@1s",
                                "--epoch",
                                "baidu",
                                String.valueOf((60L << 35) | (7L << 13) | 9))
                        .out())
                .isEqualTo("""
                        time      2016-05-19T16:01:00Z
                        worker    7
                        sequence  9
                        """);
    }

    @Test
    void takesTheLayoutFromTheEnvironment() {
        Run run = Run.in(Map.of("SNOWKEEPER_LAYOUT", "41/2/20"), "decompose", "7340033");

        assertThat(run.out()).isEqualTo("""
                        time      2024-01-01T00:00:00.001Z
                        worker    3
                        sequence  1
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"018cc251-f7e8-7000-8004-00004489abcd", "0000018cc251f7e80000000100000011"})
    void takesOtherFormsApart(String id) {
        assertThat(Run.of("decompose", id).out()).isEqualTo("""
                        time      2024-01-01T00:00:01Z
                        worker    17
                        sequence  1
                        """);
    }

    @Test
    void showsTheIdAsItIsUsuallyWrittenIfItWasGivenOtherwise() {
        assertThat(Run.of("decompose", "00000RSGJHYZM000000400000H").out()).isEqualTo("""
                        id        0000018cc251f7e80000000100000011
                        time      2024-01-01T00:00:01Z
                        worker    17
                        sequence  1
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "99999999999999999999999999", "1.5", "abc", "0x10", "", "+1"})
    void refusesWhatIsNoId(String id) {
        Run run = Run.of("decompose", id);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(
                        "snowkeeper: ID must be an integer from 0 to 9223372036854775807, a UUID of version 7, or an id in another form: ")
                .contains("id=" + id)
                .endsWith("Try 'snowkeeper decompose --help'.\n");
    }

    @Test
    void asksForAnId() {
        assertThat(Run.of("decompose")).isEqualTo(new Run(2, "", """
                        snowkeeper: Missing required parameter: 'ID'
                        Try 'snowkeeper decompose --help'.
                        """));
    }
}
