package io.snowkeeper.cli.remote;

import io.snowkeeper.node.security.AdminToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The token of the commands whose requests need a right. */
public final class TokenOption {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "File with the token to present, if nodes require one. Default: none")
    private @Nullable Path file;

    /**
     * Reads the token, empty if no file is named.
     *
     * @throws ParameterException if the file cannot be read, or holds none
     */
    public Optional<String> text() {
        return Optional.ofNullable(file).map(named -> read(named, command));
    }

    /**
     * Reads the token in the file that {@code --token-file} of a command names.
     *
     * @throws ParameterException if the file cannot be read, or holds none
     */
    public static String read(Path file, CommandSpec command) {
        try {
            return AdminToken.readText(file);
        } catch (IOException e) {
            throw new ParameterException(command.commandLine(), "--token-file cannot be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--token-file: " + e.getMessage(), e);
        }
    }
}
