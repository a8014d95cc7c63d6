package io.snowkeeper.loadtest.simulation;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Clients without any wits: each connects, asks a few times, leaves, and does so again. Nothing is tried twice. */
final class Visitors implements AutoCloseable {

    private static final String GENERATE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n";
    private static final Pattern ANSWER = Pattern.compile(
            "\\{\"src\": \"(n\\d+)\", \"dest\": \"c1\", \"body\": \\{\"type\": \"generate_ok\", \"id\": (\\d+), .*");
    private static final int ASKED_PER_VISIT = 5;
    private static final int TIMEOUT_MILLIS = 20_000;

    private final InetSocketAddress server;
    private final Queue<Visit> visits = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean leaving;

    /** A visit that went well. */
    record Visit(String node, List<Long> ids) {}

    private Visitors(InetSocketAddress server) {
        this.server = server;
    }

    /** Begins, with as many clients at a time as are told. */
    static Visitors of(InetSocketAddress server, int clients) {
        Visitors visitors = new Visitors(server);
        for (int i = 0; i < clients; i++) {
            Thread thread = new Thread(visitors::comeAndGo, "visitor-" + i);
            visitors.threads.add(thread);
            thread.start();
        }
        return visitors;
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
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(server, TIMEOUT_MILLIS);
            BufferedReader answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            List<Long> ids = new ArrayList<>();
            String node = "";
            for (int i = 0; i < ASKED_PER_VISIT; i++) {
                socket.getOutputStream().write(GENERATE.getBytes(US_ASCII));
                String line = answers.readLine();
                Matcher answer = ANSWER.matcher(String.valueOf(line));
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
