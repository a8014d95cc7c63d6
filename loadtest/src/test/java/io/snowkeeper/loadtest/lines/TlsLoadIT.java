package io.snowkeeper.loadtest.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.loadtest.client.TlsTrust;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Load over TLS. */
class TlsLoadIT {

    @TempDir
    private Path folder;

    /** On a machine that stands still for that long, nothing is answered in time. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void everyAnswerOverTlsIsCounted(String version) {
        await().until(() -> countedAnswers(version), answers -> answers > 0);
    }

    private long countedAnswers(String version) throws Exception {
        try (TlsServer server = new TlsServer(folder, version)) {
            LoadResult result = LinesCommand.run(
                    new Load(
                            server.address(),
                            Optional.of(TlsTrust.read(server.ca()).newContext()),
                            "a line of some length",
                            3,
                            1000,
                            1,
                            0,
                            Duration.ofMillis(300),
                            Duration.ofMillis(300),
                            false),
                    ProcessCpu.of(null));

            assertThat(server.connections()).isEqualTo(3);
            assertThat(result.answers()).isLessThanOrEqualTo(server.answers());
            return result.answers();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void eachConnectionIsOneAnswerWithASessionOfItsOwn(String version) throws Exception {
        try (TlsServer server = new TlsServer(folder, version)) {
            assertThat(connectsAgain(server, "--clients", "2")).contains("answers_per_second=");

            assertThat(server.keyUses()).isEqualTo(server.connections());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aSessionIsResumedIfThatIsAskedFor(String version) throws Exception {
        try (TlsServer server = new TlsServer(folder, version)) {
            connectsAgain(server, "--clients", "2", "--resume");

            assertThat(server.keyUses()).isLessThan(server.connections());
        }
    }

    @Test
    void resumingWithoutTlsIsRefused() {
        StringWriter error = new StringWriter();

        int status = new CommandLine(new ConnectsCommand())
                .setErr(new PrintWriter(error, true))
                .execute("--resume");

        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(error.toString()).startsWith("only TLS has sessions: --resume needs --tls-ca");
    }

    @Test
    void aFileWithoutCertificatesIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("none.pem"), "no certificate");

        assertThatThrownBy(() -> TlsTrust.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("no certificates can be read from " + file);
    }

    /** Has more connections than there are clients, for which a machine that stands still needs another run. */
    private static String connectsAgain(TlsServer server, String... options) {
        return await().until(() -> connects(server, options), output -> server.connections() > 2);
    }

    private static String connects(TlsServer server, String... options) {
        StringWriter output = new StringWriter();
        CommandLine command = new CommandLine(new ConnectsCommand()).setOut(new PrintWriter(output, true));
        String[] all = {
            "--host", server.address().getHostString(),
            "--port", Integer.toString(server.address().getPort()),
            "--tls-ca", server.ca().toString(),
            "--warmup", "0",
            "--duration", "1"
        };
        String[] arguments = Arrays.copyOf(all, all.length + options.length);
        System.arraycopy(options, 0, arguments, all.length, options.length);
        assertThat(command.execute(arguments)).isZero();
        return output.toString();
    }
}
