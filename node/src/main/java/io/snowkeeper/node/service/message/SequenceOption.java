package io.snowkeeper.node.service.message;

import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.core.text.DurationFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** An option of a sequence: by which name clients give it and are told of it, and in which mode it means something. */
public enum SequenceOption {
    MIN_BLOCK(RequestKey.MIN_BLOCK, SequenceMode.BLOCK) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            fields.number(name, options.minBlock());
        }
    },
    MAX_BLOCK(RequestKey.MAX_BLOCK, SequenceMode.BLOCK) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            fields.number(name, options.maxBlock());
        }
    },
    RESERVATION_TIME(RequestKey.RESERVATION_TIME, SequenceMode.GAPLESS) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            fields.text(name, DurationFormat.format(options.reservationTime()));
        }
    },
    AT_EXPIRY(RequestKey.AT_EXPIRY, SequenceMode.GAPLESS) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            fields.text(name, options.atExpiry().text());
        }
    },
    MAX_PENDING(RequestKey.MAX_PENDING, SequenceMode.GAPLESS) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            fields.number(name, options.maxPending());
        }
    },
    KEY_RETENTION(RequestKey.KEY_RETENTION) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            fields.text(name, Retention.format(options.keyRetention()));
        }
    },
    MAX_KEYS(RequestKey.MAX_KEYS) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            fields.number(name, options.maxKeys());
        }
    },
    FORMAT(RequestKey.FORMAT) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            options.format().ifPresent(format -> fields.text(name, format.pattern()));
        }
    },
    LEDGER_RETENTION(RequestKey.LEDGER_RETENTION, SequenceMode.GAPLESS) {
        @Override
        void write(AnswerFields fields, SequenceOptions options) {
            if (!options.ledgerRetention().equals(Retention.FOREVER)) {
                fields.text(name, Retention.format(options.ledgerRetention()));
            }
        }
    };

    private static final List<RequestKey> KEYS =
            Arrays.stream(values()).map(SequenceOption::key).toList();

    /** The name as it is sent. */
    final String name;

    private final RequestKey key;
    private final Optional<SequenceMode> mode;

    /** Makes an option of all modes. */
    SequenceOption(RequestKey key) {
        this(key, Optional.empty());
    }

    /** Makes an option of one mode. */
    SequenceOption(RequestKey key, SequenceMode mode) {
        this(key, Optional.of(mode));
    }

    SequenceOption(RequestKey key, Optional<SequenceMode> mode) {
        this.name = key.text();
        this.key = key;
        this.mode = mode;
    }

    /** Returns the keys of all options, in the order in which they are told. */
    public static List<RequestKey> keys() {
        return KEYS;
    }

    /** Adds those options that mean something in a mode. */
    public static void write(AnswerFields fields, SequenceMode mode, SequenceOptions options) {
        for (SequenceOption option : values()) {
            if (option.isOf(mode)) {
                option.write(fields, options);
            }
        }
    }

    RequestKey key() {
        return key;
    }

    /** Returns the mode that it is an option of, empty if it is one of all modes. */
    Optional<SequenceMode> mode() {
        return mode;
    }

    boolean isOf(SequenceMode other) {
        return mode.isEmpty() || mode.get() == other;
    }

    abstract void write(AnswerFields fields, SequenceOptions options);
}
