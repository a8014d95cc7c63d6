package io.snowkeeper.loadtest.simulation;

import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Clients without failover: each connects, asks a few times, leaves, and does so again. Nothing is tried twice. */
final class NaiveClients implements AutoCloseable {

    private static final String GENERATE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n";
    private static final Pattern ANSWER = Pattern.compile(
            "\\{\"src\": \"(n\\d+)\", \"dest\": \"c1\", \"body\": \\{\"type\": \"generate_ok\", \"id\": (\\d+), .*");
    private static final int ASKED_PER_VISIT = 5;
    private static final Connector CONNECTOR = Connector.within(Duration.ofSeconds(20), Optional.empty());

    private final InetSocketAddress server;
    private final Queue<Visit> visits = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean leaving;

    /** A visit that went well. */
    record Visit(String node, List<Long> ids) {}

    private NaiveClients(InetSocketAddress server) {
        this.server = server;
    }

    /** Begins, with {@code count} clients at a time. */
    static NaiveClients of(InetSocketAddress server, int count) {
        NaiveClients clients = new NaiveClients(server);
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(clients::comeAndGo, "naive-client-" + i);
            clients.threads.add(thread);
            thread.start();
        }
        return clients;
    }

    private void comeAndGo() {
        while (!leaving) {
            try {
                visits.add(visit(server));
            } catch (IOException e) {
                failures.add(e.toString());
            }
        }
    }

    /** Asks a few times over one connection. */
    static Visit visit(InetSocketAddress server) throws IOException {
        try (LineClient connection = CONNECTOR.connect(server)) {
            List<Long> ids = new ArrayList<>();
            String node = "";
            for (int i = 0; i < ASKED_PER_VISIT; i++) {
                connection.send(GENERATE);
                String line = connection.next();
                Matcher answer = ANSWER.matcher(line);
                if (!answer.matches()) {
                    throw new IOException("instead of an id: " + line);
                }
                node = answer.group(1);
                ids.add(Long.parseLong(answer.group(2)));
            }
            return new Visit(node, ids);
        }
    }

    /** Returns how many visits went well. */
    int count() {
        return visits.size();
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    List<String> nodes() {
        return visits.stream().map(Visit::node).distinct().sorted().toList();
    }

    List<Long> ids() {
        return visits.stream().flatMap(visit -> visit.ids().stream()).toList();
    }

    @Override
    public void close() throws InterruptedException {
        leaving = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
