package io.snowkeeper.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalSizeTest {

    @Test
    void rowsComeBeforeColumns() {
        assertThat(TerminalSize.parse("24 80\n")).isEqualTo(new TerminalSize(24, 80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0 0\n", "1 80\n", "24\n", "stty: standard input: Inappropriate ioctl for device\n"})
    void aTerminalThatDoesNotTellIsNoBound(String answer) {
        assertThat(TerminalSize.parse(answer)).isEqualTo(TerminalSize.UNKNOWN);
    }
}
