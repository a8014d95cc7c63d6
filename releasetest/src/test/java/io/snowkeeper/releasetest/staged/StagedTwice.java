package io.snowkeeper.releasetest.staged;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.releasetest.machine.Tool;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A release that was staged twice, from copies of the sources in two folders, by users with other habits. Made once for
 * all tests that have it as a parameter; signed by a key that is made for it.
 */
final class StagedTwice implements AutoCloseable {

    private final Path folder;
    private final Path keys;

    private StagedTwice() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("staged");
        keys = Files.createDirectory(
                folder.resolve("keys"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        run(folder, "022", "UTC", "gpg", "--batch", "--passphrase", "", "--quick-generate-key", "test@example.org");
        stage("one", "022", "UTC");
        stage("another/and/deeper", "077", "Pacific/Auckland");
    }

    private void stage(String place, String mask, String zone) throws IOException, InterruptedException {
        Path checkout = folder.resolve(place).resolve("checkout");
        Checkout.copy(Project.ROOT, checkout);
        if (mask.equals("077")) {
            Shell.run("chmod", "-R", "go=", checkout.toString());
        }
        Path to = folder.resolve(place).resolve("staged");
        run(checkout, mask, zone, "deploy/release/stage", to.toString());
    }

    private void run(Path in, String mask, String zone, String... command) throws IOException, InterruptedException {
        Tool.run(
                in,
                Map.of("GNUPGHOME", keys.toString(), "TZ", zone),
                List.of("sh", "-c", "umask " + mask + "; " + "exec " + String.join(" ", quoted(command))));
    }

    private static List<String> quoted(String... words) {
        return List.of(words).stream().map(word -> "'" + word + "'").toList();
    }

    StagedRelease one() {
        return new StagedRelease(folder.resolve("one/staged"));
    }

    StagedRelease another() {
        return new StagedRelease(folder.resolve("another/and/deeper/staged"));
    }

    /**
     * Returns when a signature is found good.
     *
     * @throws IOException if it is not; carries what gpg said
     */
    void verify(Path signature, Path signed) throws IOException {
        Shell.run("gpg", "--homedir", keys.toString(), "--verify", signature.toString(), signed.toString());
    }

    @Override
    public void close() throws IOException {
        Shell.run("gpgconf", "--homedir", keys.toString(), "--kill", "gpg-agent");
        Shell.run("rm", "-rf", folder.toString());
    }

    /** Gives it to tests, as a parameter. */
    static final class Resolver implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == StagedTwice.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.create(StagedTwice.class))
                    .computeIfAbsent(StagedTwice.class, type -> stage(), StagedTwice.class);
        }

        private static StagedTwice stage() {
            try {
                return new StagedTwice();
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
