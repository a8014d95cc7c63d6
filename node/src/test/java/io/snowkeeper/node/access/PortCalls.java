package io.snowkeeper.node.access;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All calls of a port. */
public interface PortCalls {

    /** The refusal of a service that is reached: then the call was admitted. */
    String PASSED = "the service was asked";

    /** The name of the sequence that they are about, if they are about one. */
    String SEQUENCE = "policies.a";

    /** Returns the port's name in the documents. */
    String port();

    /** Returns the calls as people write them. */
    List<String> calls();

    /**
     * Makes a call that has all it needs, so that nothing keeps it from being made but rights.
     *
     * @return whether it was let pass
     */
    boolean isAllowed(String call, ClientAccess access);

    /** Returns a client that keeps its connection. Its requests are answered at once where that is possible. */
    Client connect(ClientAccess access);

    /** A client of the port. */
    @FunctionalInterface
    interface Client {

        /**
         * Makes a call that has all it needs.
         *
         * @param token the call's token, null if it has none; ignored where calls of its kind have none
         * @return whether it was served: let pass, and no error
         */
        boolean isServed(String call, @Nullable String token);
    }

    /** A service that gives ids and numbers at once, and refuses all else with {@link #PASSED}. */
    Responder AT_ONCE = new Responder() {
        @Override
        public Reply begin(Request request) {
            throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, PASSED);
        }

        @Override
        public long tryGenerate() {
            return 1;
        }

        @Override
        public long tryIncrement(String sequence, int by) {
            return 1;
        }
    };
}
