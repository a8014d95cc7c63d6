package io.snowkeeper.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.text.HostPort;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerSetTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final List<CompletableFuture<List<InetAddress>>> lookups = new ArrayList<>();
    private final List<String> changes = new ArrayList<>();
    private final ServerSet servers = new ServerSet(
            List.of(new HostPort("ids", 7070)),
            this::lookUp,
            Runnable::run,
            now::get,
            Duration.ofSeconds(5),
            new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), new Random(1)),
            new ServerSet.Listener() {
                @Override
                public void added(Server server) {
                    changes.add("+" + server);
                }

                @Override
                public void gone(Server server) {
                    changes.add("-" + server);
                }
            });

    private CompletionStage<List<InetAddress>> lookUp(String host) {
        assertThat(host).isEqualTo("ids");
        CompletableFuture<List<InetAddress>> lookup = new CompletableFuture<>();
        lookups.add(lookup);
        return lookup;
    }

    @Test
    void aNameIsLookedUpWhenItIsFirstUsed() {
        servers.tick(now.get());
        assertThat(lookups).isEmpty();
        servers.use();
        assertThat(lookups).hasSize(1);
        assertThat(servers.describe(Server::toString)).isEqualTo("ids:7070 (not looked up yet)");
    }

    @Test
    void eachOfItsAddressesIsAServer() {
        servers.use();
        answer("10.0.0.1", "10.0.0.2", "fd00::1");
        assertThat(changes).containsExactly("+ids/10.0.0.1:7070", "+ids/10.0.0.2:7070", "+ids/[fd00::1]:7070");
        assertThat(servers.describe(Server::toString))
                .isEqualTo("ids/10.0.0.1:7070, ids/10.0.0.2:7070, ids/[fd00::1]:7070");
    }

    @Test
    void whileItIsUsedItIsLookedUpEveryFiveSeconds() {
        servers.use();
        answer("10.0.0.1");
        pass(Duration.ofMillis(4_999));
        servers.use();
        assertThat(lookups).hasSize(1);
        pass(Duration.ofMillis(1));
        assertThat(lookups).hasSize(2);
    }

    @Test
    void whileItIsNotUsedItIsNotLookedUp() {
        servers.use();
        answer("10.0.0.1");
        pass(Duration.ofHours(1));
        assertThat(lookups).hasSize(1);
    }

    @Test
    void whatIsNewIsAddedBeforeWhatIsGoneGoes() {
        servers.use();
        answer("10.0.0.1", "10.0.0.2");
        changes.clear();
        lookUpAgain();
        answer("10.0.0.2", "10.0.0.3");
        assertThat(changes).containsExactly("+ids/10.0.0.3:7070", "-ids/10.0.0.1:7070");
    }

    @Test
    void aLookupThatFailsChangesNothing() {
        servers.use();
        answer("10.0.0.1");
        changes.clear();
        lookUpAgain();
        latest().completeExceptionally(new UnknownHostException("ids: Name or service not known"));
        assertThat(changes).isEmpty();
        lookUpAgain();
        answer("10.0.0.1");
        assertThat(changes).isEmpty();
    }

    @Test
    void aNameThatHasNoAddressYetIsSoonLookedUpAgain() {
        servers.use();
        latest().completeExceptionally(new UnknownHostException("ids: Name or service not known"));
        assertThat(servers.describe(Server::toString))
                .isEqualTo("ids:7070 (cannot resolve: ids: Name or service not known)");
        pass(Duration.ofMillis(20));
        assertThat(lookups).hasSize(2);
        answer("10.0.0.1");
        assertThat(changes).containsExactly("+ids/10.0.0.1:7070");
    }

    @Test
    void afterAFailureOfAServerItIsLookedUpASecondAfterTheLastTime() {
        servers.use();
        answer("10.0.0.1");
        servers.use();
        servers.failed(server("10.0.0.1"));
        pass(Duration.ofMillis(999));
        assertThat(lookups).hasSize(1);
        pass(Duration.ofMillis(1));
        assertThat(lookups).hasSize(2);
    }

    @Test
    void theFailureOfAServerThatIsGoneChangesNothing() {
        servers.use();
        answer("10.0.0.1");
        servers.use();
        servers.failed(server("10.0.0.9"));
        pass(Duration.ofSeconds(1));
        assertThat(lookups).hasSize(1);
    }

    @Test
    void thereIsOneLookupAtATime() {
        servers.use();
        servers.use();
        pass(Duration.ofHours(1));
        servers.use();
        pass(Duration.ofHours(1));
        assertThat(lookups).hasSize(1);
    }

    private void lookUpAgain() {
        int before = lookups.size();
        servers.use();
        pass(Duration.ofSeconds(5));
        assertThat(lookups).hasSize(before + 1);
    }

    private void pass(Duration time) {
        servers.tick(now.addAndGet(time.toNanos()));
    }

    private CompletableFuture<List<InetAddress>> latest() {
        return lookups.get(lookups.size() - 1);
    }

    private void answer(String... addresses) {
        List<InetAddress> found = new ArrayList<>();
        for (String address : addresses) {
            found.add(address(address));
        }
        latest().complete(found);
    }

    private static Server server(String address) {
        return new Server(new HostPort("ids", 7070), address(address));
    }

    private static InetAddress address(String number) {
        try {
            return InetAddress.getByName(number);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
