package io.snowkeeper.loadtest.simulation;

import io.gatling.app.Gatling$;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program that runs a simulation on an existing fleet, and prints its result last. */
@Command(
        name = "snowkeeper-loadtest",
        description = {
            "Put load on a fleet, keep every id that it gives, and fail if one came twice.",
            "The last lines report the result; before, Gatling reports the progress."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        versionProvider = LoadTestProgram.Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Ids were given, none of them twice, no request failed, and they were as fast as --p99 requires",
            "1:One of these does not hold",
            "2:The command line is wrong"
        })
public final class LoadTestProgram implements Callable<Integer> {

    private static final String ADDRESS = "HOST:PORT";
    private static final String TIME = "TIME";

    /** The settings of simulations that a fleet which is there leaves open. */
    private static final List<Setting> SETTINGS = List.of(
            new Setting(
                    "server", ADDRESS, "The address of the line protocol: a node's, or a balancer's. Default: none"),
            new Setting("http", ADDRESS, "The address of HTTP; with --server, after the lines. Default: none"),
            new Setting("rate", 10_000_000, "Requests a second, over all users. Default: 1000, over HTTP 500"),
            new Setting(
                    "users", 10_000, "Users at a time, or added at each step of the ramp. Default: 20, of the ramp 10"),
            new Setting("steps", 100, "Steps of the ramp. Default: 5"),
            new Setting("requests", 1_000_000, "Requests of a user before it leaves; paced ones stay. Default: 20"),
            new Setting(
                    "depth",
                    10_000,
                    "Requests that a connection may have without an answer. Default: 1, of the ramp 8"),
            new Setting("batch", 100_000, "Ids a request. Default: 1"),
            new Setting("duration", TIME, "How long users come. Default: 30s, of the soak 1h"),
            new Setting("warmup", TIME, "How long paced users ask before it counts. Default: 2s"),
            new Setting("timeout", TIME, "How long a user waits for an answer. Default: 10s"),
            new Setting("p99", TIME, "Within which 99 of 100 requests are answered. Default: 500ms, of the ramp 2s"));

    /**
     * A setting.
     *
     * @param form the form of its value
     * @param max the highest number that it may be, if that is its form
     */
    private record Setting(String name, String form, int max, String text) {

        Setting(String name, String form, String text) {
            this(name, form, 0, text);
        }

        Setting(String name, int max, String text) {
            this(name, "N", max, text);
        }

        /** @throws IllegalArgumentException if the value that is given is none */
        void check(LoadSettings settings) {
            switch (form) {
                case ADDRESS -> settings.address(name);
                case TIME -> settings.duration(name, Duration.ofSeconds(1));
                default -> settings.number(name, 1, 1, max);
            }
        }
    }

    private static final Map<String, Class<? extends FleetSimulation>> LOADS = Map.of(
            "steady", SteadySimulation.class,
            "paced", PacedSimulation.class,
            "ramp", RampSimulation.class,
            "soak", SoakSimulation.class);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--load",
            paramLabel = "KIND",
            description = {
                "steady: users come at a rate, whether those before were answered or not.",
                "paced: the same users all the time, at a steady rate altogether.",
                "ramp: more users at each step, each asking without a pause.",
                "soak: the same number of users, each asking without a pause.",
                "Over HTTP only steady. Default: steady"
            })
    private @Nullable String load;

    private LoadTestProgram() {}

    /** Runs the load, and ends the process by its exit code. */
    public static void main(String... args) {
        // Native libraries for each machine would be most of the program.
        System.setProperty("gatling.ssl.useOpenSsl", "false");
        System.setProperty("gatling.netty.useNativeTransport", "false");
        System.setProperty("gatling.netty.useIoUring", "false");
        System.exit(commandLine().execute(args));
    }

    private static CommandLine commandLine() {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new LoadTestProgram());
        SETTINGS.forEach(setting -> spec.addOption(OptionSpec.builder("--" + setting.name())
                .paramLabel(setting.form())
                .description(setting.text())
                .type(String.class)
                .build()));
        return new CommandLine(spec).setUsageHelpAutoWidth(true);
    }

    @Override
    public Integer call() throws IOException {
        Class<? extends FleetSimulation> simulation = simulation();
        SETTINGS.forEach(setting -> given(setting.name())
                .ifPresent(value -> System.setProperty(LoadSettings.PREFIX + setting.name(), value)));
        try {
            LoadSettings settings = LoadSettings.of(System.getProperties());
            SETTINGS.forEach(setting -> setting.check(settings));
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()).replaceFirst("\\bload\\.(\\w+)=", "--$1 "));
        }
        Path results = Files.createTempDirectory("snowkeeper-loadtest");
        try {
            return run(simulation, results);
        } finally {
            delete(results);
        }
    }

    private int run(Class<? extends FleetSimulation> simulation, Path results) {
        long began = System.nanoTime();
        int status = Gatling$.MODULE$.fromArgs(new String[] {
            "--simulation", simulation.getName(), "--results-folder", results.toString(), "--no-reports"
        });
        boolean passed = status == 0;
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        LoadSummary.of(results, took, FleetSimulation.compared(), passed)
                .print(spec.commandLine().getOut());
        return passed ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Optional<String> given(String setting) {
        return Optional.ofNullable(spec.findOption(setting).getValue());
    }

    private Class<? extends FleetSimulation> simulation() {
        boolean lines = given("server").isPresent();
        boolean http = given("http").isPresent();
        if (!lines && !http) {
            throw refused("name what to ask: --server HOST:PORT, --http HOST:PORT, or both");
        }
        if (load != null && http) {
            throw refused("--load needs --server alone: over HTTP there is only steady");
        }
        if (http) {
            return lines ? EachPortSimulation.class : HttpSimulation.class;
        }
        String kind = load == null ? "steady" : load;
        return Optional.ofNullable(LOADS.get(kind))
                .orElseThrow(() -> refused("must be steady, paced, ramp or soak: --load " + kind));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The version in the jar's manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Version.class.getPackage().getImplementationVersion();
            return new String[] {"snowkeeper-loadtest " + (version == null ? "(not run from its jar)" : version)};
        }
    }
}
