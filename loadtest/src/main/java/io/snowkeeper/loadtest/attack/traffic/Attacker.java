package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.NodePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * The attacker's process: begins when a line comes in, and reports its progress ten times a second. Ends with its
 * standard input.
 */
final class Attacker {

    /** The report's prefix when the attack has come to its strength. */
    static final String IN_PLACE = "in place: ";

    /** Its prefix before that. */
    static final String BUILDING_UP = "building up: ";

    private static final long REPORT_MILLIS = 100;

    private Attacker() {}

    /**
     * Attacks until its standard input ends.
     *
     * @param arguments the result of {@link #arguments}
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        AttackKind kind = AttackKind.valueOf(arguments[0]);
        int strength = Integer.parseInt(arguments[1]);
        int addresses = Integer.parseInt(arguments[2]);
        NodePorts target = new NodePorts(
                Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]),
                Integer.parseInt(arguments[5]),
                arguments.length > 6 ? Optional.of(Path.of(arguments[6])) : Optional.empty());
        Traffic traffic = new Traffic();
        AttackChannels channels = channels(target, addresses, traffic);
        System.out.println("ready");
        if (System.in.read() >= 0) {
            kind.attack().begin(channels, target, strength);
            reportUntilTheEnd(traffic);
        }
        System.exit(0);
    }

    static List<String> arguments(AttackKind kind, int strength, int addresses, NodePorts target) {
        List<String> arguments = new ArrayList<>(List.of(
                kind.name(),
                Integer.toString(strength),
                Integer.toString(addresses),
                Integer.toString(target.linePort()),
                Integer.toString(target.httpPort()),
                Integer.toString(target.redisPort())));
        target.certificate().ifPresent(file -> arguments.add(file.toString()));
        return arguments;
    }

    private static AttackChannels channels(NodePorts target, int addresses, Traffic traffic) {
        try {
            return new AttackChannels(target, addresses, traffic);
        } catch (SSLException e) {
            throw new IllegalArgumentException("the node's certificate cannot be used: " + target, e);
        }
    }

    private static void reportUntilTheEnd(Traffic traffic) throws IOException, InterruptedException {
        Thread reports = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(REPORT_MILLIS);
                    System.out.println((traffic.isInPlace() ? IN_PLACE : BUILDING_UP) + traffic.text());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reports.setDaemon(true);
        reports.start();
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }
}
