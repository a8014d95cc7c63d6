package io.snowkeeper.loadtest.simulation;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.snowkeeper.loadtest.gatling.Snowkeeper.calls;

import io.gatling.javaapi.core.ChainBuilder;
import io.snowkeeper.client.SnowkeeperClient;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A node is drained, ZooKeeper is restarted, and a node is killed, under the users of one Java client, which knows the nodes and
 * goes on to another one: none of them notices.
 */
public final class ClientFailoverSimulation extends FailoverPhases {

    private final int batch = batch();
    private final SnowkeeperClient client =
            SnowkeeperClient.builder().servers(nodes()).build();

    /** Made by Gatling. */
    public ClientFailoverSimulation() {
        setUpPhases(this::askClientNowAndThen).assertions(assertionsOfAll(noneFails(KILLED)));
    }

    private String nodes() {
        FleetScript fleet = target.ownFleet();
        return IntStream.rangeClosed(1, target.nodes())
                .mapToObj(fleet::linesOf)
                .map(ClientFailoverSimulation::text)
                .collect(Collectors.joining(","));
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private ChainBuilder askClientNowAndThen(String name) {
        return repeat(PARTS).on(exec(calls(name, requestsOfPart(), this::ask)).pause(STAY.dividedBy(PARTS)));
    }

    private CompletionStage<long[]> ask() {
        return client.async().next(batch).thenApply(given -> {
            ids.add(given, 0, given.length);
            return given;
        });
    }

    @Override
    public void after() {
        client.close();
        super.after();
    }
}
