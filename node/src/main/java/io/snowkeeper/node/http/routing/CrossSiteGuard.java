package io.snowkeeper.node.http.routing;

import io.snowkeeper.node.security.AllowedHosts;
import io.snowkeeper.node.service.message.FieldValue;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A guard that keeps pages of other sites from calls that change something. A browser sends such calls to any address
 * that it reaches, loopback included, though the page cannot read the answers; it states the origin, and a page cannot
 * forge that.
 */
public final class CrossSiteGuard {

    private static final Set<String> READING = Set.of("GET", "HEAD");

    /** The browser's value for a page of this site. */
    private static final String SAME_ORIGIN = "same-origin";

    /** The browser's value for an action of its user, such as typing an address. */
    private static final String NO_SITE = "none";

    private final boolean tls;
    private final AllowedHosts hosts;

    /**
     * @param tls whether clients speak TLS with the node
     * @param hosts under whose names there may be a proxy that speaks TLS for the node
     */
    public CrossSiteGuard(boolean tls, AllowedHosts hosts) {
        this.tls = tls;
        this.hosts = hosts;
    }

    /** Returns the routes, those that change something behind this guard. */
    public List<Route> around(List<Route> routes) {
        return routes.stream()
                .map(route -> READING.contains(route.method()) ? route : route.after(this::requireNoOtherSite))
                .toList();
    }

    private void requireNoOtherSite(Call call) {
        String site = call.header("sec-fetch-site").orElse(NO_SITE);
        if (site.equals(SAME_ORIGIN)) {
            // Behind a proxy that speaks TLS, only the browser knows the origin.
            return;
        }
        if (!site.equals(NO_SITE)) {
            throw forbidden("sec-fetch-site=" + FieldValue.shown(site));
        }
        String origin = call.header("origin").orElse("");
        String host = call.header("host").orElse("");
        if (!origin.isEmpty() && !isOurs(origin.toLowerCase(Locale.ROOT), host.toLowerCase(Locale.ROOT))) {
            throw forbidden("origin=%s, host=%s; a proxy that speaks TLS for the node needs --allowed-hosts"
                    .formatted(FieldValue.shown(origin), FieldValue.shown(host)));
        }
    }

    private boolean isOurs(String origin, String host) {
        return !host.isEmpty()
                && (origin.equals((tls ? "https://" : "http://") + host)
                        || (origin.equals("https://" + host) && hosts.name(host)));
    }

    private static ProblemException forbidden(String what) {
        return new ProblemException(
                Problem.of(ProblemCode.FORBIDDEN, "this call is not for pages of other sites: " + what));
    }
}
