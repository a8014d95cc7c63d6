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
 * A release that was staged from a copy of the sources in another folder, by a user with other habits than ours. Made once for
 * all tests that have it as a parameter; signed by a key that is made for it.
 */
final class Staging implements AutoCloseable {

    private final Path folder;
    private final Path keys;
    private final StagedRelease release;

    private Staging() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("staged");
        keys = Files.createDirectory(
                folder.resolve("keys"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        run(folder, "022", "UTC", "gpg", "--batch", "--passphrase", "", "--quick-generate-key", "test@example.org");
        release = stage("some/where/deep", "077", "Pacific/Auckland");
    }

    /** Stages it once more, by a user with the usual habits. */
    StagedRelease again() throws IOException, InterruptedException {
        return stage("again", "022", "UTC");
    }

    private StagedRelease stage(String place, String mask, String zone) throws IOException, InterruptedException {
        Path checkout = folder.resolve(place).resolve("checkout");
        Checkout.copy(Project.ROOT, checkout);
        if (mask.equals("077")) {
            Shell.run("chmod", "-R", "go=", checkout.toString());
        }
        Path to = folder.resolve(place).resolve("staged");
        run(checkout, mask, zone, "deploy/release/stage", to.toString());
        return new StagedRelease(to);
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

    StagedRelease release() {
        return release;
    }

    /** Returns where Maven keeps what a project needs: nothing at first. */
    Path localRepository() {
        return folder.resolve("local-repository");
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
            return parameter.getParameter().getType() == Staging.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.create(Staging.class))
                    .computeIfAbsent(Staging.class, type -> stage(), Staging.class);
        }

        private static Staging stage() {
            try {
                return new Staging();
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
