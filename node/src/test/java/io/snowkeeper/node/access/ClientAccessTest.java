package io.snowkeeper.node.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.audit.AuditEvent;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdForm;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.node.service.message.StagedAnswer;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAccessTest {

    private static final String ADMIN = "admin-0123456789abcdef";
    private static final Request ADVANCE = new SequenceRequest.Advance("invoices", 7);
    private static final Answer DONE = new SequenceAnswer.Done("sequence_advance_ok");

    @TempDir
    private Path folder;

    private final List<AuditEvent> events = new ArrayList<>();

    private SecuritySettings policy(String... subjects) {
        return TestPolicy.of(folder, subjects).with(events::add);
    }

    private static ClientAccess elsewhere(SecuritySettings security) {
        return TestAccess.of(security, Peer.ELSEWHERE);
    }

    private static ClientAccess billing(SecuritySettings security) {
        ClientAccess access = elsewhere(security);
        assertThat(access.login(TestPolicy.TOKEN)).isEqualTo(ClientAccess.Login.DONE);
        return access;
    }

    @Test
    void aTokenOfTheConnectionCountsUntilItIsTakenBack() {
        ClientAccess access = billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "ids")));
        assertThat(access.mayTakeIds()).isTrue();
        assertThat(access.subject()).isEqualTo("billing");

        access.logout();

        assertThat(access.mayTakeIds()).isFalse();
        assertThat(access.subject()).isEqualTo("anonymous");
    }

    @Test
    void aTokenOfARequestCountsForItAlone() {
        ClientAccess access = elsewhere(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "read:*")));
        var unused = access.refresh();

        access.show(TestPolicy.TOKEN);
        access.require(Right.READ, "a", "sequence_describe");
        access.show(null);

        assertThatThrownBy(() -> access.require(Right.READ, "a", "sequence_describe"))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("this request needs read:a: present a token, by auth or in the request, or a certificate");
    }

    @Test
    void whoLacksARightIsToldWhichAndWhoHeIs() {
        ClientAccess access = billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "next:a*")));

        assertThatThrownBy(() -> access.require(Right.NEXT, "invoices", "sequence_next"))
                .hasMessage("this request needs next:invoices, which subject billing lacks");
    }

    @Test
    void aTokenThatNobodyHasIsRefusedAndChangesNothing() {
        ClientAccess access = elsewhere(policy(TestPolicy.anonymous("ids")));

        assertThat(access.login("nobody-0123456789")).isEqualTo(ClientAccess.Login.WRONG);
        assertThat(access.mayTakeIds()).isTrue();

        access.show("nobody-0123456789");
        assertThatThrownBy(() -> access.require(Right.IDS, "", "generate"))
                .hasMessage("the token is unknown: this request needs ids");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "0123456789 abcdef"})
    void whatIsNoTokenIsNobodysEvenIfAPolicyHasItsHash(String text) {
        SecuritySettings security = policy(TestPolicy.subject("billing", text, "ids"));
        ClientAccess access = elsewhere(security);

        access.show(text);

        assertThatThrownBy(() -> access.require(Right.IDS, "", "generate"))
                .hasMessage("the token is unknown: this request needs ids");
        assertThat(elsewhere(security).login(text)).isEqualTo(ClientAccess.Login.WRONG);
    }

    @Test
    void whatIsNoTokenIsNotTheNodes() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), ADMIN);
        ClientAccess access = elsewhere(new SecuritySettings(Optional.of(AdminToken.watch(token))));

        access.show("short");

        assertThatThrownBy(() -> access.require(Right.OPERATE, "", "drain")).hasMessage("wrong token");
    }

    @Test
    void theTextOfATokenIsNotKept() throws IllegalAccessException {
        ClientAccess access = elsewhere(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "ids")));
        String text = new String(TestPolicy.TOKEN.toCharArray());

        access.show(text);

        for (Field field : ClientAccess.class.getDeclaredFields()) {
            field.setAccessible(true);
            assertThat(field.get(access)).isNotEqualTo(text);
        }
    }

    @Test
    void aUserIsTheSubjectThatHasTheToken() {
        SecuritySettings security = policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "ids"));

        assertThat(elsewhere(security).login("billing", TestPolicy.TOKEN)).isEqualTo(ClientAccess.Login.DONE);
        assertThat(elsewhere(security).login("default", TestPolicy.TOKEN)).isEqualTo(ClientAccess.Login.DONE);
        assertThat(elsewhere(security).login("shop", TestPolicy.TOKEN)).isEqualTo(ClientAccess.Login.WRONG);
    }

    @Test
    void whereNoTokenIsKnownThereIsNoneToShow() {
        assertThat(elsewhere(SecuritySettings.NONE).login(TestPolicy.TOKEN)).isEqualTo(ClientAccess.Login.NEEDLESS);
    }

    @Test
    void theNodesTokenHasAllRightsBesideAPolicy() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), ADMIN);
        SecuritySettings security = new SecuritySettings(Optional.of(AdminToken.watch(token)))
                .with(Policy.watch(TestPolicy.file(folder), () -> 0));
        ClientAccess access = elsewhere(security);

        assertThat(access.login(ADMIN)).isEqualTo(ClientAccess.Login.DONE);

        access.require(Right.OPERATE, "", "drain");
        access.require(Right.DEFINE, "a", "sequence_create");
    }

    @Test
    void underAPolicyTheNodesMachineHasNoRightsOfItsOwn() {
        ClientAccess access = TestAccess.of(policy(TestPolicy.anonymous("ids")), Peer.THIS_MACHINE);

        assertThatThrownBy(() -> access.require(Right.DEFINE, "a", "sequence_create"))
                .isInstanceOf(AccessDeniedException.class);
    }

    @Test
    void aCertificateCountsFromTheFirstRequestOn() {
        SecuritySettings security =
                policy("{\"name\": \"shop\", \"certificate\": \"DNS:shop.example\", \"rights\": [\"ids\"]}");
        ClientAccess access = new AccessControl("line", security)
                .connected(Peer.ELSEWHERE, () -> List.of("cn=x", "DNS:shop.example"), Optional::empty);

        assertThat(access.mayTakeIds()).isTrue();
        assertThat(access.subject()).isEqualTo("shop");
    }

    @Test
    void anotherPolicyCountsForConnectionsThatAreOpen() {
        FileWatch<?, Policy> watch =
                Policy.watch(TestPolicy.file(folder, TestPolicy.subject("billing", TestPolicy.TOKEN, "ids")), () -> 0);
        ClientAccess access = billing(SecuritySettings.NONE.with(watch));
        assertThat(access.refresh()).isFalse();

        TestPolicy.file(folder, TestPolicy.subject("billing", TestPolicy.TOKEN, "next:*"));
        watch.look();
        watch.look();

        assertThat(access.refresh()).isTrue();
        assertThat(access.mayTakeIds()).isFalse();
        assertThat(access.mayTakeAllNumbers()).isTrue();
    }

    @Test
    void anotherTokenOfTheNodeCountsForConnectionsThatAreOpen() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), ADMIN);
        FileWatch<?, AdminToken> watch = AdminToken.watch(file);
        ClientAccess access = elsewhere(new SecuritySettings(Optional.of(watch)));
        assertThat(access.login(ADMIN)).isEqualTo(ClientAccess.Login.DONE);
        assertThat(access.refresh()).isFalse();
        access.require(Right.OPERATE, "", "drain");

        String next = "next-" + ADMIN;
        Files.writeString(file, next);
        watch.look();
        watch.look();

        assertThat(access.refresh()).isTrue();
        assertThatThrownBy(() -> access.require(Right.OPERATE, "", "drain"))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("wrong token");
        assertThat(access.login(ADMIN)).isEqualTo(ClientAccess.Login.WRONG);
        assertThat(access.login(next)).isEqualTo(ClientAccess.Login.DONE);
        access.require(Right.OPERATE, "", "drain");
    }

    @Test
    void aRequestWithATokenOfItsOwnIsOfThatOnesQuota() {
        SecuritySettings security = policy(TestPolicy.limited(1, TestPolicy.subject("billing", TestPolicy.TOKEN, "*")));
        ClientAccess access = elsewhere(security);
        var unused = access.refresh();
        access.show(TestPolicy.TOKEN);
        assertThat(access.takeByToken(true)).isTrue();

        access.show(TestPolicy.TOKEN);
        assertThatThrownBy(() -> access.takeByToken(true))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused -> assertThat(refused.answer().reason()).contains(UnavailableReason.TOO_MANY_REQUESTS))
                .hasMessageStartingWith("rate of 1 requests/s of subject billing is used up, retry in ");
    }

    private AuditEvent event(AuditEvent.Outcome outcome, Optional<String> detail) {
        return new AuditEvent(
                new AuditEvent.Who("billing", AuditEvent.Shown.TOKEN, Optional.of("192.0.2.7")),
                "http",
                "sequence_advance",
                Optional.of("invoices"),
                Map.of("to", 7L),
                outcome,
                detail);
    }

    private ClientAccess mayDefine() {
        return billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "define:*", "next:*")));
    }

    @Test
    void aChangeIsTakenDownWithWhoHasDoneIt() {
        Responder service = request -> DONE;

        assertThat(mayDefine().begin(ADVANCE, service)).isSameAs(DONE);

        assertThat(events).containsExactly(event(AuditEvent.Outcome.DONE, Optional.empty()));
    }

    @Test
    void aChangeThatComesLaterIsTakenDownWhenItIsThere() {
        CompletableFuture<Answer> stage = new CompletableFuture<>();
        PendingAnswer pending = (PendingAnswer) mayDefine().begin(ADVANCE, request -> new StagedAnswer(stage));
        assertThat(pending.answer()).isNull();
        assertThat(events).isEmpty();

        stage.complete(DONE);

        assertThat(pending.advance()).isTrue();
        assertThat(pending.answer()).isSameAs(DONE);
        assertThat(pending.answer()).isSameAs(DONE);
        pending.abandon();
        assertThat(events).containsExactly(event(AuditEvent.Outcome.DONE, Optional.empty()));
    }

    @Test
    void aChangeThatDoesNotFitIsTakenDownAsRefused() {
        assertThatThrownBy(() -> mayDefine().begin(ADVANCE, request -> {
                    throw new RequestRefusedException(ErrorCode.KEY_DOES_NOT_EXIST, "there is none");
                }))
                .hasMessage("there is none");

        assertThat(events).containsExactly(event(AuditEvent.Outcome.REFUSED, Optional.of("there is none")));
    }

    @ParameterizedTest
    @EnumSource(names = {"ZOOKEEPER_AWAY", "ENSEMBLE_RESTORED"})
    void ofAChangeThatZooKeeperHasNotAnsweredItIsNotKnownWhetherItIsDone(UnavailableReason reason) {
        Answer away = Answer.Refusal.forNow(reason, "ZooKeeper did not answer");

        var unused = mayDefine().begin(ADVANCE, request -> away);

        assertThat(events).containsExactly(event(AuditEvent.Outcome.UNKNOWN, Optional.of("ZooKeeper did not answer")));
    }

    @Test
    void ofAChangeThatNobodyHasWaitedForItIsNotKnownWhetherItIsDone() {
        PendingAnswer pending =
                (PendingAnswer) mayDefine().begin(ADVANCE, request -> new StagedAnswer(new CompletableFuture<>()));

        pending.abandon();

        assertThat(events)
                .containsExactly(event(AuditEvent.Outcome.UNKNOWN, Optional.of("the client left before its answer")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRefusalNamesAnotherSequenceToThoseAloneWhoMayReadIt(boolean later) {
        Answer.Refusal refusal = new Answer.Refusal(ErrorCode.PRECONDITION_FAILED, "overlaps another one")
                .with(Optional.of(new Answer.ForReaders("secret.o", "overlaps 1-9 of secret.o")));
        SecuritySettings security = policy(
                TestPolicy.subject("billing", TestPolicy.TOKEN, "define:own.*", "read:own.*"),
                TestPolicy.subject("auditor", "auditor-0123456789", "define:own.*", "read:secret.*"));
        ClientAccess access = elsewhere(security);
        Responder service = request -> later ? new StagedAnswer(CompletableFuture.completedFuture(refusal)) : refusal;
        Request append = new SequenceRequest.Advance("own.o", 7);

        access.show(TestPolicy.TOKEN);
        Reply told = access.begin(append, service);
        access.show("auditor-0123456789");
        Reply toldToReader = access.begin(append, service);

        assertThat(text(told)).isEqualTo("overlaps another one");
        assertThat(text(toldToReader)).isEqualTo("overlaps 1-9 of secret.o");
        assertThat(events).extracting(event -> event.detail().orElseThrow()).containsOnly("overlaps 1-9 of secret.o");
    }

    private static String text(Reply reply) {
        if (reply instanceof PendingAnswer pending) {
            assertThat(pending.advance()).isTrue();
            return ((Answer.Refusal) requireNonNull(pending.answer())).text();
        }
        return ((Answer.Refusal) reply).text();
    }

    @Test
    void anAttemptWithoutTheRightIsTakenDownOnceAMinute() {
        ClientAccess access = billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "ids")));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> access.begin(ADVANCE, request -> DONE)).isInstanceOf(AccessDeniedException.class);
        }

        assertThat(events)
                .containsExactly(event(
                        AuditEvent.Outcome.DENIED,
                        Optional.of("this request needs define:invoices, which subject billing lacks")));
    }

    @Test
    void whatUnknownClientsTryDoesNotKeepBackWhatASubjectTries() {
        SecuritySettings security = policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "ids"));
        AccessControl control = new AccessControl("http", security);
        for (int i = 0; i < 100; i++) {
            String address = "192.0.2." + i;
            ClientAccess unknown = control.connected(Peer.ELSEWHERE, List::of, () -> Optional.of(address));
            assertThatThrownBy(() -> unknown.require(Right.OPERATE, "", "drain"))
                    .isInstanceOf(AccessDeniedException.class);
        }
        ClientAccess billing = control.connected(Peer.ELSEWHERE, List::of, () -> Optional.of("192.0.2.200"));
        billing.login(TestPolicy.TOKEN);

        assertThatThrownBy(() -> billing.require(Right.OPERATE, "", "drain")).isInstanceOf(AccessDeniedException.class);

        assertThat(events.get(events.size() - 1).who().subject()).isEqualTo("billing");
    }

    @Test
    void whatClientsDoAllDayIsNotTakenDown() {
        ClientAccess access = billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "*")));
        Responder service = request -> DONE;

        var ids = access.begin(new Request.Generate(IdFormat.NUMBER), service);
        var confirmed =
                access.begin(new SequenceRequest.Settle(SettleRequest.of("g", "r-1", Settlement.CONFIRM)), service);

        assertThat(events).isEmpty();
        assertThat(ids).isSameAs(confirmed);
    }

    @ParameterizedTest
    @CsvSource({
        "382500392145063936, true",
        "01a1fdfa-4600-7000-8000-000044e9a1c5, true",
        "ord_aAiUwxNb8pVm, false",
        "aAiUwxNb8pVm, false"
    })
    void whatAPublicIdHidesIsForThoseWhoMayHaveIds(String id, boolean toldWithoutRights) {
        Request request = new Request.Decompose(id, IdForm.Name.PLAIN);
        ClientAccess reader = billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "read:*")));
        ClientAccess taker = billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "ids")));

        assertThat(taker.begin(request, any -> DONE)).isNotNull();
        if (toldWithoutRights) {
            assertThat(reader.begin(request, any -> DONE)).isNotNull();
        } else {
            assertThatThrownBy(() -> reader.begin(request, any -> DONE)).isInstanceOf(AccessDeniedException.class);
        }
    }

    @Test
    void whoSettlesWhatIsSomebodyElsesIsTakenDown() {
        ClientAccess access = billing(policy(TestPolicy.subject("billing", TestPolicy.TOKEN, "settle:*")));

        var unused = access.begin(
                new SequenceRequest.Settle(new SettleRequest(
                        "g",
                        Optional.empty(),
                        OptionalLong.of(5),
                        Settlement.VOID,
                        Optional.empty(),
                        Optional.of("spoilt"))),
                request -> DONE);

        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.action()).isEqualTo("sequence_void");
            assertThat(event.parameters()).isEqualTo(Map.of("number", 5L, "reason", "spoilt"));
        });
    }
}
