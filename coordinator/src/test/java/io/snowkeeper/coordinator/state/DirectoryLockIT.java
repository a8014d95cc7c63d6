package io.snowkeeper.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes and one state directory. */
class DirectoryLockIT {

    @TempDir
    private Path directory;

    /** The other process: holds the directory until its input ends. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (StateDirectory held = StateDirectory.open(Path.of(args[0]))) {
                System.out.println(held.load().isEmpty() ? "held" : "held with a state");
                System.in.read();
            } catch (StateDirectoryException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void aDirectoryThatAnotherProcessHoldsIsRefused() throws Exception {
        Process other = startOther();
        assertThat(firstLine(other)).isEqualTo("held");
        assertThatThrownBy(() -> StateDirectory.open(directory))
                .isInstanceOf(StateDirectoryException.class)
                .hasMessage(directory.resolve("lock")
                        + ": the state directory is in use by another node; give each node one of its own");
        other.destroyForcibly().waitFor();
    }

    @Test
    void aDirectoryIsFreeWhenTheProcessThatHeldItWasKilled() throws Exception {
        Process other = startOther();
        firstLine(other);
        other.destroyForcibly().waitFor();
        StateDirectory.open(directory).close();
    }

    @Test
    void aSecondTryInOneProcessDoesNotFreeTheDirectoryForOthers() throws Exception {
        try (StateDirectory held = StateDirectory.open(directory)) {
            assertThatThrownBy(() -> StateDirectory.open(directory)).isInstanceOf(StateDirectoryException.class);
            Process other = startOther();
            assertThat(firstLine(other)).endsWith("in use by another node; give each node one of its own");
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void aTryByAnotherClassLoaderDoesNotFreeTheDirectoryForOthers() throws Exception {
        try (StateDirectory held = StateDirectory.open(directory);
                URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Method open = loader.loadClass(StateDirectory.class.getName()).getMethod("open", Path.class);
            assertThat(open.getDeclaringClass()).isNotSameAs(StateDirectory.class);
            assertThatThrownBy(() -> open.invoke(null, directory))
                    .hasRootCauseMessage(directory.resolve("lock")
                            + ": the state directory is in use by another node; give each node one of its own");
            Process other = startOther();
            assertThat(firstLine(other)).endsWith("in use by another node; give each node one of its own");
            other.destroyForcibly().waitFor();
        }
    }

    private static URL[] classPath() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path element : JavaProcess.ownClassPath()) {
            urls.add(element.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private Process startOther() throws IOException {
        return new ProcessBuilder(JavaProcess.command(
                        JavaProcess.QUICK, JavaProcess.mainClass(Holder.class), List.of(directory.toString())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String firstLine(Process process) throws IOException {
        return process.inputReader(StandardCharsets.UTF_8).readLine();
    }
}
