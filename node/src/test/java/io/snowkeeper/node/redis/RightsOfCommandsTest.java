package io.snowkeeper.node.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers to commands under a policy, by the fast path and by the other one. */
class RightsOfCommandsTest {

    @TempDir
    private Path folder;

    private RespExchange client(boolean createsBlocks, String... rights) {
        SecuritySettings security = TestPolicy.ofBilling(folder, rights);
        return new RespExchange(TestAccess.of(security, Peer.ELSEWHERE), createsBlocks);
    }

    private RespExchange billing(boolean createsBlocks, String... rights) {
        RespExchange client = client(createsBlocks, rights);
        assertThat(client.ask("AUTH billing " + TestPolicy.TOKEN)).isEqualTo("+OK\r\n");
        return client;
    }

    @Test
    void whoHasShownNothingIsAskedToAuthenticate() {
        RespExchange client = client(false, "ids");

        assertThat(client.ask("ID.NEXT")).isEqualTo("-NOAUTH Authentication required: this command needs ids\r\n");
        assertThat(client.ask("INCR b")).isEqualTo("-NOAUTH Authentication required: this command needs next:b\r\n");
        assertThat(client.ask("PING")).isEqualTo("+PONG\r\n");
    }

    @Test
    void whoHasARightMayUseItAndNoMore() {
        RespExchange client = billing(false, "next:b*");

        assertThat(client.ask("INCR b1")).isEqualTo(":1\r\n");
        assertThat(client.ask("INCR other"))
                .isEqualTo("-NOPERM this command needs next:other, which subject billing lacks\r\n");
        assertThat(client.ask("ID.NEXT")).isEqualTo("-NOPERM this command needs ids, which subject billing lacks\r\n");
    }

    @Test
    void whoMayTakeAllNumbersGetsThemByTheFastPath() {
        RespExchange client = billing(false, "next:*", "ids");

        assertThat(client.ask("INCR b1")).isEqualTo(":1\r\n");
        assertThat(client.ask("ID.NEXT")).isEqualTo(":1000\r\n");
        assertThat(client.node.requests).isEmpty();
    }

    @Test
    void aTokenIsOfItsSubject() {
        RespExchange client = client(false, "ids");

        assertThat(client.ask("AUTH shop " + TestPolicy.TOKEN)).startsWith("-WRONGPASS ");
        assertThat(client.ask("AUTH " + TestPolicy.TOKEN)).isEqualTo("+OK\r\n");
        assertThat(client.ask("ID.NEXT")).startsWith(":");
    }

    @Test
    void afterAResetATokenHasToBeShownAgain() {
        RespExchange client = billing(false, "ids");

        assertThat(client.ask("RESET")).isEqualTo("+RESET\r\n");

        assertThat(client.ask("ID.NEXT")).startsWith("-NOAUTH ");
    }

    @Test
    void aSubjectIsLimitedAlsoWhereWhatCameBehindItsTokenWasWrong() {
        RespExchange client = limited();

        assertThat(client.ask("HELLO 3 AUTH billing " + TestPolicy.TOKEN + " BOGUS"))
                .isEqualTo("-ERR Syntax error in HELLO option 'BOGUS'\r\n");

        assertThat(client.ask("ID.NEXT")).startsWith(":");
        assertThat(client.ask("ID.NEXT")).contains("rate of 1 requests/s of subject billing is used up");
    }

    @Test
    void strangersWhoUseUpTheirQuotaKeepNobodyFromAuthenticating() {
        RespExchange client = limited();
        assertThat(client.ask("PING")).isEqualTo("+PONG\r\n");
        assertThat(client.ask("ECHO a")).contains("rate of 1 requests/s of subject anonymous is used up");

        assertThat(client.ask("AUTH billing " + TestPolicy.TOKEN)).isEqualTo("+OK\r\n");
        assertThat(client.ask("ECHO a")).contains("rate of 1 requests/s of subject billing is used up");
    }

    /** Otherwise the commands after a refused MULTI would be executed at once, and an EXEC leave the client within. */
    @Test
    void whereAQuotaIsUsedUpATransactionIsRefusedAsAWhole() {
        RespExchange client = limited();

        assertThat(client.ask("MULTI")).isEqualTo("+OK\r\n");
        assertThat(client.ask("INCR b")).contains("rate of 1 requests/s of subject anonymous is used up");
        assertThat(client.ask("EXEC"))
                .startsWith("-EXECABORT Transaction discarded because of previous errors. The first: TRYAGAIN ")
                .contains("is used up");
        assertThat(client.node.requests).isEmpty();
        assertThat(client.ask("EXEC")).isEqualTo("-ERR EXEC without MULTI\r\n");
    }

    /** One request a second for every client. */
    private RespExchange limited() {
        SecuritySettings security = TestPolicy.of(
                folder,
                TestPolicy.limited(1, TestPolicy.anonymous()),
                TestPolicy.limited(1, TestPolicy.subject("billing", TestPolicy.TOKEN, "ids")));
        return new RespExchange(TestAccess.of(security, Peer.ELSEWHERE), false);
    }

    @Test
    void whoMayNotDefineASequenceCreatesNoneByAnIncrement() {
        RespExchange client = billing(true, "next:*");

        assertThat(client.ask("INCR unknown")).startsWith("-ERR there is no sequence of this name");

        assertThat(client.node.requests)
                .singleElement()
                .isInstanceOfSatisfying(
                        SequenceRequest.Next.class,
                        next -> assertThat(next.ifUnknown()).isEmpty());
        RespExchange definer = billing(true, "next:*", "define:unk*");
        definer.ask("INCR unknown");
        assertThat(definer.node.requests)
                .singleElement()
                .isInstanceOfSatisfying(
                        SequenceRequest.Next.class,
                        next -> assertThat(next.ifUnknown()).isPresent());
    }
}
