package io.snowkeeper.client;

import io.snowkeeper.testkit.time.Patience;
import java.time.Duration;

/** Clients that differ in how long they wait. */
final class MadeClients {

    private MadeClients() {}

    /** Returns a client of servers that answer at once, however busy the machine is. */
    static SnowkeeperClient patient(String servers) {
        return patientBuilder(servers).build();
    }

    static SnowkeeperClientBuilder patientBuilder(String servers) {
        return builder(servers, Patience.LIMIT, Patience.LIMIT);
    }

    /** Returns a client that waits for a server's answer for 400 ms. */
    static SnowkeeperClient hasty(String servers, Duration deadline) {
        return builder(servers, deadline, Duration.ofMillis(400)).build();
    }

    private static SnowkeeperClientBuilder builder(String servers, Duration deadline, Duration attemptTimeout) {
        return SnowkeeperClient.builder().servers(servers).deadline(deadline).attemptTimeout(attemptTimeout);
    }
}
