package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes and one directory of data. */
class EmbeddedZooKeeperLockIT {

    @TempDir
    private Path directory;

    /** The other process: prints the outcome of its start. */
    static final class Other {

        private Other() {}

        public static void main(String[] args) throws InterruptedException {
            try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(Path.of(args[0]), 0)) {
                System.out.println("serves " + zooKeeper.connectString());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void aSecondStartInOneProcessDoesNotFreeTheDataForOthers() throws Exception {
        try (EmbeddedZooKeeper first = EmbeddedZooKeeper.start(directory, 0)) {
            assertThatThrownBy(() -> EmbeddedZooKeeper.start(directory, 0)).isInstanceOf(IOException.class);
            Process other = new ProcessBuilder(JavaProcess.command(
                            JavaProcess.QUICK, JavaProcess.mainClass(Other.class), List.of(directory.toString())))
                    .redirectError(Redirect.INHERIT)
                    .start();
            assertThat(other.inputReader(UTF_8).lines())
                    .containsExactly(
                            "in use; if this node runs already, stop that one first: dataDirectory=" + directory);
            assertThat(first.isRunning()).isTrue();
        }
    }
}
