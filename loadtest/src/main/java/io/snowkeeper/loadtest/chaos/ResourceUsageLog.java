package io.snowkeeper.loadtest.chaos;

import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.testkit.process.ResourceUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The memory and the files of the nodes' processes in the course of a run. */
final class ResourceUsageLog {

    private static final long PERIOD_SECONDS = 5;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "resource-usage");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, List<ResourceUsage>> byLifetime = new LinkedHashMap<>();

    void start(List<FleetNode> nodes) {
        var unused = executor.scheduleWithFixedDelay(() -> look(nodes), 0, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    void stop() throws InterruptedException {
        executor.shutdown();
        if (!executor.awaitTermination(PERIOD_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("resource usage is still being measured");
        }
    }

    private synchronized void look(List<FleetNode> nodes) {
        for (FleetNode node : nodes) {
            node.usage()
                    .ifPresent(usage -> byLifetime
                            .computeIfAbsent(
                                    "%s, lifetime %s".formatted(node.name(), node.lifetimes()),
                                    lifetime -> new ArrayList<>())
                            .add(usage));
        }
    }

    /** Returns the figures of each node's longest lifetime: at its middle, and at its end. */
    synchronized List<String> lines() {
        Map<String, Map.Entry<String, List<ResourceUsage>>> longest = new LinkedHashMap<>();
        for (Map.Entry<String, List<ResourceUsage>> lifetime : byLifetime.entrySet()) {
            String node = lifetime.getKey().substring(0, lifetime.getKey().indexOf(','));
            longest.merge(
                    node, lifetime, (a, b) -> b.getValue().size() > a.getValue().size() ? b : a);
        }
        return longest.values().stream()
                .map(lifetime -> line(lifetime.getKey(), lifetime.getValue()))
                .toList();
    }

    private static String line(String lifetime, List<ResourceUsage> looks) {
        ResourceUsage middle = looks.get(looks.size() / 2);
        ResourceUsage last = looks.get(looks.size() - 1);
        return "%s, %s s: %s MiB and %s files in the middle, %s MiB and %s files at the end"
                .formatted(
                        lifetime,
                        looks.size() * PERIOD_SECONDS,
                        middle.residentKib() >> 10,
                        middle.openFiles(),
                        last.residentKib() >> 10,
                        last.openFiles());
    }
}
