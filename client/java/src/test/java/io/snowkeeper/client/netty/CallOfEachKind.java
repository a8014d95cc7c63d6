package io.snowkeeper.client.netty;

import io.netty.util.Version;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.client.SnowkeeperClientBuilder;
import io.snowkeeper.client.TlsFiles;
import io.snowkeeper.core.sortable.SortableUnit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeSet;

/**
 * A program that makes a call of each kind, for a process of its own.
 *
 * <p>Arguments: the servers; for TLS the authority's file, our certificate and our key.
 */
public final class CallOfEachKind {

    private CallOfEachKind() {}

    public static void main(String[] arguments) {
        // On a machine that has much to do, a first handshake takes its time.
        SnowkeeperClientBuilder builder = SnowkeeperClient.builder()
                .servers(arguments[0])
                .attemptTimeout(Duration.ofSeconds(20))
                .deadline(Duration.ofSeconds(50));
        if (arguments.length > 1) {
            builder.tls(TlsFiles.trusting(Path.of(arguments[1]))
                    .withIdentity(Path.of(arguments[2]), Path.of(arguments[3])));
        }
        try (SnowkeeperClient client = builder.build()) {
            System.out.println(client.next());
            System.out.println(client.next(1_000).length);
            System.out.println(
                    client.async().next(100_000).toCompletableFuture().join().length);
            System.out.println(client.nextSortable(SortableUnit.SECOND, 10).size());
            System.out.println(client.sequence("invoices").next(1, "sale-4711").first());
        }
        Version.identify().values().stream()
                .map(Version::artifactVersion)
                .collect(TreeSet::new, TreeSet::add, TreeSet::addAll)
                .forEach(System.out::println);
    }
}
