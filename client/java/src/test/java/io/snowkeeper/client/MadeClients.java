package io.snowkeeper.client;

import java.time.Duration;

/** Clients that differ in how long they wait. */
final class MadeClients {

    private MadeClients() {}

    /** Returns a client of servers that answer at once, however busy the machine is. */
    static SnowkeeperClient patient(String servers) {
        return client(servers, Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    /** Returns a client that waits for a server's answer for 400 ms. */
    static SnowkeeperClient hasty(String servers, Duration deadline) {
        return client(servers, deadline, Duration.ofMillis(400));
    }

    private static SnowkeeperClient client(String servers, Duration deadline, Duration attemptTimeout) {
        return SnowkeeperClient.builder()
                .servers(servers)
                .deadline(deadline)
                .attemptTimeout(attemptTimeout)
                .build();
    }
}
