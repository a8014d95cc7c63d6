package io.snowkeeper.cli;

import io.snowkeeper.cli.remote.TokenOption;
import io.snowkeeper.node.security.AdminToken;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that makes a token, and prints the digest for a policy. */
@Command(
        name = "token",
        description = {
            "Print a new token and its SHA-256, or the SHA-256 of an existing token.",
            "Give the token to the client; put its SHA-256 into the file of serve --policy-file."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class TokenCommand implements Callable<Integer> {

    private static final int BYTES = 32;

    private final RandomGenerator random;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with an existing token. Default: none; a new one is made")
    private @Nullable Path file;

    /** @param random an unpredictable source */
    TokenCommand(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        String token = file == null ? made() : TokenOption.read(file, spec);
        if (file == null) {
            out.println("token         " + token);
        }
        out.println("token_sha256  " + AdminToken.digest(token));
        out.flush();
        return 0;
    }

    private String made() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
