package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.process.JavaProcess;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process whose memory is used up in one of its threads. */
class LastResortIT {

    @Test
    void aProcessWithoutMemoryEndsAndSaysWhy() throws Exception {
        Process process = new ProcessBuilder(
                        JavaProcess.command(List.of("-Xmx32m"), JavaProcess.mainClass(Spendthrift.class), List.of()))
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("snowkeeper: the memory is used up, the heap is 3")
                    .endsWith(" MiB; the process ends. Give it more by -Xmx or -XX:MaxRAMPercentage, or allow fewer"
                            + " connections by --max-connections" + System.lineSeparator());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Goes on for ever but for the last resort. */
    static final class Spendthrift {

        private Spendthrift() {}

        public static void main(String[] arguments) throws InterruptedException {
            StopSignals.install(new WholeLines(System.out));
            Thread.setDefaultUncaughtExceptionHandler(new LastResort(System.err));
            List<byte[]> kept = new ArrayList<>();
            Thread thread = new Thread(() -> {
                while (true) {
                    kept.add(new byte[64 * 1024]);
                }
            });
            thread.start();
            thread.join();
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
