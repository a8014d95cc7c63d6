package io.snowkeeper.node.tls.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** That it is the name in a certificate where there is one, the tests of ports with TLS show. */
class SubjectTest {

    private final AtomicInteger lookups = new AtomicInteger();

    private EmbeddedChannel from(SocketAddress address) {
        return new EmbeddedChannel() {
            @Override
            public SocketAddress remoteAddress() {
                lookups.incrementAndGet();
                return address;
            }
        };
    }

    @Test
    void isTheAddressOfAClientWithoutACertificate() throws Exception {
        InetAddress address = InetAddress.getByAddress("shop.example", new byte[] {(byte) 192, 0, 2, 7});

        assertThat(new Subject(from(new InetSocketAddress(address, 50_000))).get())
                .contains("192.0.2.7");
    }

    @Test
    void isNobodyWhereThereIsNoAddress() {
        assertThat(new Subject(new EmbeddedChannel()).get()).isEmpty();
    }

    @Test
    void isLookedUpOnce() {
        Subject subject = new Subject(from(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)));
        int before = lookups.get();
        assertThat(subject.get()).isEqualTo(subject.get());
        assertThat(lookups.get() - before).isEqualTo(1);
    }
}
