package io.snowkeeper.cli;

import io.snowkeeper.cli.doctor.DoctorCommand;
import io.snowkeeper.cli.fleet.FleetCommand;
import io.snowkeeper.cli.logging.LogWriter;
import io.snowkeeper.cli.migrate.ImportCommand;
import io.snowkeeper.cli.options.LogOptions;
import io.snowkeeper.cli.recover.RecoverCommand;
import io.snowkeeper.cli.remote.IdsCommand;
import io.snowkeeper.cli.remote.SequenceCommand;
import io.snowkeeper.cli.remote.StatusCommand;
import io.snowkeeper.cli.serve.ServeCommand;
import io.snowkeeper.cli.serve.StdioCommand;
import io.snowkeeper.cli.serve.StopSignals;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The program: its commands, and their common behaviour. */
@Command(
        name = "snowkeeper",
        description = "A fleet of id servers that never hands out a duplicate.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Clean end, by SIGTERM or SIGINT too",
            "1:The program could not start or failed for good, or no node or ZooKeeper answered, or it refused",
            "2:The command line, the environment or the properties file is wrong",
            "3:The answer needs attention: see the help of status, fleet, import, retire and recover"
        },
        footerHeading = "%n",
        footer = {
            "Options can also be set in the environment, --max-skew as SNOWKEEPER_MAX_SKEW, and in the",
            "properties file that --config names, as max-skew. The command line overrides the environment,",
            "which overrides the file."
        })
final class SnowkeeperCommand implements Runnable {

    /** The commands that run a node. */
    private static final Set<String> NODES = Set.of("serve", "stdio");

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing command: " + String.join(", ", spec.subcommands().keySet()));
    }

    /**
     * Returns the program. To describe all of its commands takes longer than most of them do: it has the one alone that
     * is asked for, unless another one may be needed.
     *
     * @param signals requests its commands to end
     * @param environment the environment's variables
     * @param input standard input
     * @param args the arguments of the run
     */
    static CommandLine commandLine(
            StopSignals signals, Map<String, String> environment, InputStream input, String... args) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("serve", () -> new ServeCommand(signals));
        commands.put("stdio", () -> new StdioCommand(signals));
        commands.put("decompose", DecomposeCommand::new);
        commands.put("ids", IdsCommand::new);
        commands.put("status", StatusCommand::new);
        commands.put("fleet", FleetCommand::new);
        commands.put("sequence", SequenceCommand::new);
        commands.put("import", () -> new ImportCommand(input));
        commands.put("doctor", DoctorCommand::new);
        commands.put("retire", RetireCommand::new);
        commands.put("recover", RecoverCommand::new);
        commands.put("token", () -> new TokenCommand(new SecureRandom()));
        commands.put("completion", CompletionCommand::new);
        if (args.length > 0 && commands.containsKey(args[0]) && !needsOthers(environment, args)) {
            commands.keySet().retainAll(Set.of(args[0]));
        }
        CommandLine commandLine = new CommandLine(new SnowkeeperCommand());
        commands.forEach((name, command) -> commandLine.addSubcommand(name, command.get()));
        for (CommandLine command : commandLine.getSubcommands().values()) {
            command.getCommandSpec().addMixin("config", CommandSpec.forAnnotatedObject(new ConfigOption()));
        }
        return commandLine;
    }

    /** A configuration may have keys of all commands, a file of arguments may name one, and a shell completes all. */
    private static boolean needsOthers(Map<String, String> environment, String... args) {
        return args[0].equals("completion")
                || Stream.of(args).anyMatch(arg -> arg.startsWith(ConfigOption.NAME) || arg.startsWith("@"))
                || environment.keySet().stream().anyMatch(name -> name.startsWith(Configuration.PREFIX));
    }

    /**
     * Runs the program and returns its exit status.
     *
     * @param environment the environment's variables
     */
    static int run(CommandLine commandLine, Map<String, String> environment, String... args) {
        Configuration configuration;
        logForPrograms(commandLine, new Configuration(environment, Map.of(), null), args);
        try {
            configuration = asksForHelp(args) ? Configuration.EMPTY : Configuration.read(environment, args);
            new KnownKeys(commandLine).requireAllKnown(configuration);
        } catch (ConfigurationException e) {
            commandLine.getErr().println("snowkeeper: " + PrintableText.of(String.valueOf(e.getMessage())));
            return ExitCode.USAGE;
        } catch (InvalidPathException e) {
            return refused(e, commandLine);
        }
        logForPrograms(commandLine, configuration, args);
        return commandLine
                .setDefaultValueProvider(configuration)
                .setParameterExceptionHandler(new UsageErrors(configuration))
                .setExecutionExceptionHandler(SnowkeeperCommand::failed)
                .execute(args);
    }

    /** Makes a node's output an event of its log, where programs read that: its addresses, and failures to start. */
    private static void logForPrograms(CommandLine commandLine, Configuration configuration, String... args) {
        if (!asksForHelp(args)
                && args.length > 0
                && NODES.contains(args[0])
                && LogOptions.isForPrograms(configuration, args)) {
            // No fields: the log's form is an option, which is read first.
            commandLine.setErr(new PrintWriter(
                    new LogWriter(line ->
                            LoggerFactory.getLogger(SnowkeeperCommand.class).error(line)),
                    true));
            commandLine.setOut(new PrintWriter(
                    new LogWriter(line ->
                            LoggerFactory.getLogger(SnowkeeperCommand.class).info(line)),
                    true));
        }
    }

    /** Help is given even if the configuration is wrong. */
    private static boolean asksForHelp(String... args) {
        return Stream.of(args).anyMatch(Set.of("-h", "--help", "-V", "--version")::contains);
    }

    private static int refused(InvalidPathException e, CommandLine commandLine) {
        commandLine
                .getErr()
                .println(PrintableText.of("snowkeeper: " + e.getMessage() + ": " + Configuration.BY_LOCALE));
        return ExitCode.USAGE;
    }

    private static int failed(Exception e, CommandLine commandLine, ParseResult parsed) throws Exception {
        if (e instanceof NodeFailedException) {
            String text = new OptionWords(commandLine.getCommandSpec()).translateFields(String.valueOf(e.getMessage()));
            commandLine.getErr().println("snowkeeper: " + PrintableText.of(text));
            return ExitCode.SOFTWARE;
        }
        if (e instanceof InvalidPathException path) {
            return refused(path, commandLine);
        }
        throw e;
    }
}
