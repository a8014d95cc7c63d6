package io.snowkeeper.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedStoreTest {

    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final List<MemoryStore> opened = new ArrayList<>();
    private final SharedStore shared = new SharedStore(this::open);

    private CoordinationStore open() {
        MemoryStore store = ensemble.client();
        opened.add(store);
        return store;
    }

    private static List<StoreState> listenTo(CoordinationStore share) {
        List<StoreState> heard = new ArrayList<>();
        share.listen(heard::add);
        return heard;
    }

    private CoordinationStore started() {
        CoordinationStore share = shared.share();
        share.start();
        return share;
    }

    @Test
    void allSharesHaveOneSession() {
        assertThat(started().session().id()).isEqualTo(started().session().id());
        assertThat(opened).hasSize(1);
    }

    @Test
    void eachShareHearsOfEachState() {
        CoordinationStore first = shared.share();
        List<StoreState> heard = listenTo(first);
        first.start();
        CoordinationStore second = shared.share();
        List<StoreState> heardBySecond = listenTo(second);
        second.start();
        heard.clear();
        heardBySecond.clear();
        opened.get(0).cut();
        opened.get(0).heal();
        assertThat(heard).contains(StoreState.SUSPENDED, StoreState.RECONNECTED).isEqualTo(heardBySecond);
    }

    @Test
    void whoComesLaterHearsThatThereIsAConnection() {
        started();
        CoordinationStore late = shared.share();
        List<StoreState> heard = listenTo(late);
        assertThat(heard).isEmpty();
        late.start();
        assertThat(heard).endsWith(StoreState.CONNECTED);
    }

    @Test
    void whoComesWhileThereIsNoConnectionHearsOfTheNext() {
        started();
        opened.get(0).cut();
        CoordinationStore late = shared.share();
        List<StoreState> heard = listenTo(late);
        late.start();
        assertThat(heard).noneMatch(StoreState::isConnected);
        opened.get(0).heal();
        assertThat(heard).contains(StoreState.RECONNECTED);
    }

    @Test
    void theSessionEndsWithTheLastShare() {
        CoordinationStore first = started();
        CoordinationStore second = started();
        String record = first.createEphemeral("/x-", "1".getBytes(StandardCharsets.UTF_8))
                .join()
                .path();
        first.close();
        first.close();
        assertThat(ensemble.record(record)).isPresent();
        second.close();
        assertThat(ensemble.record(record)).isEmpty();
    }

    @Test
    void aShareThatIsClosedIsOfNoUse() {
        CoordinationStore first = started();
        List<StoreState> heard = listenTo(first);
        started();
        heard.clear();
        first.close();
        opened.get(0).cut();
        assertThat(heard).isEmpty();
        assertThatExceptionOfType(NoAnswerException.class).isThrownBy(first::session);
    }

    @Test
    void afterTheLastShareTheNextOneHasAnotherSession() {
        CoordinationStore first = started();
        long session = first.session().id();
        first.close();
        assertThat(started().session().id()).isNotEqualTo(session);
        assertThat(opened).hasSize(2);
    }

    @Test
    void aShareMayBeClosedBeforeAnotherOneIsStarted() {
        CoordinationStore second = shared.share();
        started().close();
        List<StoreState> heard = listenTo(second);
        second.start();
        assertThat(heard).endsWith(StoreState.CONNECTED);
    }

    @Test
    void aPartThatFailsWhenItIsToldKeepsNobodyFromBeingTold() {
        CoordinationStore failing = shared.share();
        failing.listen(state -> {
            throw new IllegalStateException("on purpose");
        });
        failing.start();
        CoordinationStore second = shared.share();
        List<StoreState> heard = listenTo(second);
        second.start();
        heard.clear();
        opened.get(0).cut();
        assertThat(heard).contains(StoreState.SUSPENDED);
    }

    @Test
    void aLoginThatIsRefusedAgainIsTriedAgain() {
        CoordinationStore share = started();
        opened.get(0).refuseLogin(true);
        opened.get(0).cut();
        opened.get(0).heal();
        assertThat(share.logInAgain()).isTrue();
        assertThat(share.logInAgain()).isTrue();
    }

    @Test
    void oneOfAllLogsInAgainAfterARefusal() {
        CoordinationStore first = started();
        CoordinationStore second = shared.share();
        opened.get(0).refuseLogin(true);
        opened.get(0).cut();
        opened.get(0).heal();
        List<StoreState> heard = listenTo(second);
        second.start();
        assertThat(heard).contains(StoreState.LOGIN_REFUSED);
        opened.get(0).refuseLogin(false);
        assertThat(first.logInAgain()).isTrue();
        assertThat(second.logInAgain()).isFalse();
        assertThat(second.session().id()).isEqualTo(first.session().id());
    }
}
