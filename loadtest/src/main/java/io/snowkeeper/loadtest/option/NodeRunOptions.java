package io.snowkeeper.loadtest.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that run nodes on this machine. */
public final class NodeRunOptions {

    /** The program as the build leaves it, seen from the repository's folder. */
    public static final String BUILT_JAR = "cli/target/snowkeeper.jar";

    private static final int COULD_NOT_RUN = 2;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--node-jar",
            paramLabel = "FILE",
            defaultValue = BUILT_JAR,
            description = "The program of nodes and ZooKeeper. Default: ${DEFAULT-VALUE}")
    private Path nodeJar;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "A new folder for logs and data. Default: one among the temporary files")
    private @Nullable Path folder;

    /** Made by picocli. */
    public NodeRunOptions() {}

    /**
     * Returns the program.
     *
     * @throws ParameterException if there is no such file
     */
    public Path nodeJar() {
        if (!Files.isRegularFile(nodeJar)) {
            throw refused("there must be a node to run, build it first: node-jar=" + nodeJar);
        }
        return nodeJar;
    }

    /**
     * Returns the folder for logs and data.
     *
     * @param prefix of its name if it is one among the temporary files
     */
    public Path folder(String prefix) throws IOException {
        return folder == null ? Files.createTempDirectory(prefix) : folder;
    }

    /** Returns the exception that shows a message and the command's usage. */
    public ParameterException refused(@Nullable String message) {
        return new ParameterException(command.commandLine(), String.valueOf(message));
    }

    /** Says on standard error why the run could not be made. Returns the exit status for that. */
    public int couldNotRun(IOException why) {
        command.commandLine().getErr().println("the run could not be made: " + why.getMessage());
        return COULD_NOT_RUN;
    }
}
