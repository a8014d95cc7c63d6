package io.snowkeeper.cli.doctor;

import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.serve.NodeOptions;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.OpenFileNeed;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that looks whether a node would run. */
@Command(
        name = "doctor",
        description = {
            "Check whether a node with these options would run here, and print what to do where it would not.",
            "It takes the options of serve, and changes nothing. Run it as the node's user, whether the node runs or not."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Nothing keeps the node from running; there may be warnings",
            "1:A problem does, which is printed",
            "2:The command line, the environment or the properties file is wrong, as it would be for serve"
        })
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions options;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws InterruptedException {
        options.applyLog();
        NodeSettings settings = options.settings();
        Report report = Report.of(settings.fleet().node(), checks(settings));
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            report.printJson(out);
        } else {
            report.print(out);
        }
        out.flush();
        return report.count(Outcome.FAILED) == 0 ? 0 : 1;
    }

    private List<Check> checks(NodeSettings settings) {
        Neighbours neighbours = new LocalNeighbours();
        List<Port> ports = Port.of(settings);
        RunningNode node = new RunningNode(
                settings.fleet().node(), ports.get(0), settings.tls().isPresent(), neighbours);
        return List.of(
                new HostCheck(Host.ofThisProcess(), OpenFileNeed.of(settings)),
                new StateDirectoryCheck(settings.fleet().stateDirectory(), node),
                new PortCheck(ports, node, neighbours),
                new CertificateCheck(settings.tls(), InstantSource.system()),
                new SecretFileCheck(options.secretFiles()),
                zooKeeper(settings, node));
    }

    private Check zooKeeper(NodeSettings settings, RunningNode node) {
        ZooKeeperCheck check = new ZooKeeperCheck(settings, node, new ZooKeeperCoordinator(), MillisClock.wall());
        return () -> {
            try {
                return check.look();
            } catch (IllegalArgumentException e) {
                // The address, as serve would refuse it.
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        };
    }
}
