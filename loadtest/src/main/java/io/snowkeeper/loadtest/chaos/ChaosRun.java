package io.snowkeeper.loadtest.chaos;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.core.Layout;
import io.snowkeeper.loadtest.chaos.check.LeaseCheck;
import io.snowkeeper.loadtest.chaos.check.Ledger;
import io.snowkeeper.loadtest.chaos.check.SortableLedger;
import io.snowkeeper.loadtest.chaos.check.UniquenessCheck;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.client.ChaosClients;
import io.snowkeeper.loadtest.chaos.fault.FaultInjector;
import io.snowkeeper.loadtest.chaos.fault.FaultTimes;
import io.snowkeeper.loadtest.chaos.fault.Recovery;
import io.snowkeeper.loadtest.chaos.fault.Schedule;
import io.snowkeeper.loadtest.chaos.fleet.Fleet;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.IdOrder;
import io.snowkeeper.loadtest.chaos.fleet.OperatorCommand;
import io.snowkeeper.testkit.oracle.OrderJudge;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** A chaos run: starts a fleet, puts load on it, breaks it, lets it settle, and checks its ids and numbers. */
final class ChaosRun {

    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(2);
    private static final long STOP_SECONDS = 30;

    private final ChaosPlan plan;
    private final Consumer<String> log;
    private final Layout layout;
    private final Violations violations = new Violations();
    private final Ledger ledger;
    private final SortableLedger sortable = new SortableLedger(violations);
    private final ResourceUsageLog usage = new ResourceUsageLog();

    /** @param log receives the events, a line each */
    ChaosRun(ChaosPlan plan, Consumer<String> log) {
        this.plan = plan;
        this.log = log;
        this.layout = Layout.parse(plan.fleet().layout(), Layout.DEFAULT_EPOCH);
        this.ledger = new Ledger(layout, System.currentTimeMillis(), violations);
    }

    /** @throws IOException if the run could not be made to its end, which says nothing of the fleet */
    ChaosReport run() throws IOException, InterruptedException {
        Files.createDirectories(plan.folder().toAbsolutePath());
        log.accept("seed %s, logs in %s".formatted(plan.seed(), plan.folder()));
        Fleet fleet = Fleet.start(plan.fleet(), plan.folder().toAbsolutePath());
        Thread cleaner = new Thread(() -> closeAtExit(fleet), "cleaner");
        Runtime.getRuntime().addShutdownHook(cleaner);
        try (fleet) {
            return run(fleet);
        } finally {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        }
    }

    private ChaosReport run(Fleet fleet) throws IOException, InterruptedException {
        ChaosClients clients = new ChaosClients(fleet.nodes(), violations);
        OrderJudge order = plan.fleet().order() == IdOrder.TOTAL
                ? OrderJudge.ofOneWorker(text -> violations.add("ids must come one after the other: " + text))
                : OrderJudge.ofManyWorkers();
        FaultInjector injector = injector(fleet, clients);
        FaultTimes times;
        try (clients) {
            Random random = new Random(plan.seed());
            clients.askForIds(ledger, order, random, plan.connectionsPerNode(), plan.idsPerSecond());
            clients.follow(fleet.serving().callers(), ledger, order);
            clients.askForSortableIds(sortable, random);
            fleet.awaitService(SETTLE_TIMEOUT);
            clients.askForNumbers(random, SETTLE_TIMEOUT);
            usage.start(fleet.nodes());
            times = injector.run(plan.duration(), plan.faultsAtOnce());
            awaitHealth(fleet);
            usage.stop();
        }
        clients.checkNumbers(SETTLE_TIMEOUT);
        audit(clients);
        stop(fleet);
        long repeated = new UniquenessCheck(layout).check(ledger, violations);
        LeaseCheck leases = LeaseCheck.of(fleet.backups().logFolders());
        leases.check(ledger.times(), violations);
        return new ChaosReport(
                plan.seed(),
                ledger.ids().size(),
                repeated,
                sortable.size(),
                sortable.repeated(),
                clients.figures(),
                leases.tenures(),
                times,
                injector.pauses(),
                usage.lines(),
                violations);
    }

    private void audit(ChaosClients clients) throws IOException, InterruptedException {
        String servers = clients.serving().stream()
                .map(node -> "127.0.0.1:" + node.address().getPort())
                .collect(joining(","));
        for (String sequence : ChaosClients.audited()) {
            OperatorCommand found = OperatorCommand.run(
                    plan.fleet().nodeClassPath(),
                    List.of("sequence", "audit", sequence, "--server", servers),
                    plan.folder().toAbsolutePath().resolve("audit-" + sequence));
            if (found.status() != 0) {
                violations.add("the audit of a gapless sequence must find nothing: of %s it says %s"
                        .formatted(sequence, found.output()));
            }
        }
    }

    private FaultInjector injector(Fleet fleet, ChaosClients clients) {
        Schedule schedule = new Schedule(
                plan.seed(),
                plan.kinds(),
                plan.fleet().nodes(),
                plan.shortestFault(),
                plan.longestFault(),
                plan.longestRest());
        Recovery recovery = clients.recovery(
                fleet.ensemble().connectString(),
                plan.fleet().nodeClassPath(),
                plan.folder().toAbsolutePath());
        return new FaultInjector(fleet, schedule, recovery, violations, log);
    }

    private void awaitHealth(Fleet fleet) throws InterruptedException {
        try {
            fleet.awaitService(SETTLE_TIMEOUT);
        } catch (IOException e) {
            violations.add("at the end, all must be well: " + e.getMessage());
        }
    }

    private void stop(Fleet fleet) throws IOException, InterruptedException {
        for (FleetNode node : fleet.nodes()) {
            if (node.endedByItself()) {
                violations.add("a node may not end by itself: node %s did, with status %s"
                        .formatted(node.name(), node.exitStatus()));
            } else if (!node.stop(STOP_SECONDS)) {
                violations.add("a node must end when it is stopped: node %s did not within %s s"
                        .formatted(node.name(), STOP_SECONDS));
            }
        }
        fleet.close();
    }

    private void closeAtExit(Fleet fleet) {
        try {
            fleet.close();
        } catch (IOException e) {
            log.accept("the fleet was not cleaned up: " + e);
        }
    }
}
