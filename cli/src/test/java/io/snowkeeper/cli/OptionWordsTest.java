package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class OptionWordsTest {

    private final OptionWords words = new OptionWords(new CommandLine(new Example()).getCommandSpec());

    @Command(name = "example")
    static final class Example implements Runnable {

        @Option(names = "--max-skew")
        private Duration skew = Duration.ZERO;

        @Option(names = "--embedded-zookeeper-port")
        private int port;

        @Option(names = "--port")
        private int other;

        @Override
        public void run() {}
    }

    @Test
    void aValueIsNamedByItsOptionAndATimeIsWrittenAsItIsGiven() {
        assertThat(words.translate("must be >= PT0.1S && <= PT1H: maxSkew=PT0.001S"))
                .isEqualTo("must be >= 100ms && <= 1h: --max-skew 1ms");
        assertThat(words.translate("must be >= 0 && <= 65535: embeddedZooKeeperPort=-1"))
                .isEqualTo("must be >= 0 && <= 65535: --embedded-zookeeper-port -1");
    }

    @Test
    void aFileThatIsMissingIsNoException() {
        assertThat(words.translate("--token-file cannot be read: java.nio.file.NoSuchFileException: a.txt"))
                .isEqualTo("--token-file cannot be read: no such file: a.txt");
        assertThat(words.translate("cannot be read: java.nio.file.AccessDeniedException: a.txt"))
                .isEqualTo("cannot be read: access is denied: a.txt");
    }

    @Test
    void whatIsNoOptionAndNoTimeStaysAsItIs() {
        assertThat(words.translate("no such file: time=2020-01-01T00:00:00Z, PTA.pem, $1, --port=N"))
                .isEqualTo("no such file: time=2020-01-01T00:00:00Z, PTA.pem, $1, --port=N");
    }

    @Test
    void aFieldOfARequestIsCalledByItsOption() {
        assertThat(words.translateFields("give another range, or max_skew=5, not max_skews or other_field"))
                .isEqualTo("give another range, or --max-skew 5, not max_skews or other_field");
    }

    @Test
    void whatWasTypedIsRepeatedAsItWas() {
        String typed = "Invalid value for option '--max-skew': must be a whole number and a unit: 'PT1M port=1'";

        assertThat(words.translate(typed)).isEqualTo(typed);
    }

    @Test
    void anOptionWithTheSameLettersIsProposed() {
        assertThat(words.withLettersOf("--prot")).containsExactly("--port");
        assertThat(words.withLettersOf("--zookeeper")).isEmpty();
    }
}
