package io.snowkeeper.spring;

import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.StoreTls;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import java.util.Optional;

/** The way from settings to an embedded member. Apart from the settings, which are there without its classes. */
final class EmbeddedMember {

    private EmbeddedMember() {}

    /** @param defaultName the member's name where the settings have none */
    static LeasedIds join(String zookeeper, EmbeddedProperties settings, String defaultName) {
        return LeasedIds.join(zookeeper, options(settings, defaultName));
    }

    static LeasedIdsOptions options(EmbeddedProperties settings, String defaultName) {
        String name = settings.name();
        LeasedIdsOptions.Builder builder = LeasedIdsOptions.builder(name == null ? defaultName : name)
                .layout(settings.idLayout())
                .workerIds(settings.workerIds())
                .perThreadRuns(settings.perThreadRuns())
                .firstSequence(FirstSequence.of(settings.firstSequence()))
                .window(settings.window())
                .sessionTimeout(settings.sessionTimeout())
                .maxSkew(settings.maxSkew())
                .maxRollbackWait(settings.maxRollbackWait())
                .acceptClockRollback(settings.acceptClockRollback())
                .security(new StoreSecurity(login(settings.login()), tls(settings.tls())))
                .joinWait(settings.joinWait());
        if (settings.stateDirectory() != null) {
            builder.stateDirectory(settings.stateDirectory());
        }
        if (settings.workerRange() != null) {
            builder.workerRange(WorkerIdRange.parse(settings.workerRange()));
        }
        if (settings.notBefore() != null) {
            builder.notBefore(settings.notBefore());
        }
        return builder.build();
    }

    private static Optional<StoreLogin> login(EmbeddedProperties.Login login) {
        return login.user() == null || login.password() == null
                ? Optional.empty()
                : Optional.of(new StoreLogin(login.user(), login.password()));
    }

    private static Optional<StoreTls> tls(EmbeddedProperties.Tls tls) {
        return tls.authorities() == null
                ? Optional.empty()
                : Optional.of(new StoreTls(tls.authorities(), Optional.ofNullable(tls.keyStore())));
    }
}
