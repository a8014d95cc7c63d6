package io.snowkeeper.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.sortable.UuidV7;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids of 16 bytes, from a real node. */
class ClientSortableIdIT {

    @TempDir
    private Path folder;

    @Test
    void aFleetGivesIdsOfEveryUnit() throws Exception {
        try (LocalFleet fleet = new LocalFleet(folder)) {
            fleet.serve("n0");
            try (SnowkeeperClient client = SnowkeeperClient.builder()
                    .servers(fleet.addresses())
                    .deadline(Duration.ofSeconds(30))
                    .build()) {
                for (SortableUnit unit : SortableUnit.values()) {
                    SortableId first = client.nextSortable(unit);
                    List<SortableId> batch = client.nextSortable(unit, 50_000);

                    assertThat(batch).hasSize(50_000).isSorted().doesNotHaveDuplicates();
                    assertThat(first).isLessThan(batch.get(0));
                }
                UUID uuid = client.nextUuid();
                List<UUID> uuids = client.nextUuids(50_000);
                assertThat(uuids)
                        .allMatch(UuidV7::isOne)
                        .doesNotHaveDuplicates()
                        .doesNotContain(uuid);
                assertThat(Math.abs(UuidV7.of(uuid).unixMillis() - System.currentTimeMillis()))
                        .as("the time in %s is the present one", uuid)
                        .isLessThan(TimeUnit.HOURS.toMillis(1));
                SortableId second = client.nextSortable(SortableUnit.SECOND);
                assertThat(Math.abs(
                                (second.high() >>> 16) - TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis())))
                        .as("the time in %s is the present one", second)
                        .isLessThan(3600);
                assertThat(client.next()).isPositive();
            }
        }
    }
}
