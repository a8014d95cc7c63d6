package io.snowkeeper.springtest.bills;

import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.testkit.invoice.CrashPoint;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A death of an application at a point: from then on nothing of it reaches the fleet, and nothing more is committed, as after kill -9. */
public final class Death implements BeanPostProcessor {

    private CrashPoint at;
    private boolean dead;

    /** Has the application die at a point, once. */
    synchronized void awaitAt(CrashPoint point) {
        at = point;
    }

    /** Returns whether it has died; if so, it lives again as a process that was started anew. */
    synchronized boolean undo() {
        boolean died = dead;
        dead = false;
        at = null;
        return died;
    }

    synchronized void reached(CrashPoint point) {
        dead |= point == at;
        if (dead) {
            throw new IllegalStateException("dead at " + at);
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof NumberSequences sequences) {
            return (NumberSequences) name -> new Mortal(sequences.sequence(name));
        }
        return bean instanceof DataSource dataSource ? new MortalDataSource(dataSource) : bean;
    }

    private final class Mortal implements NumberSequence {

        private final NumberSequence sequence;

        Mortal(NumberSequence sequence) {
            this.sequence = sequence;
        }

        @Override
        public String name() {
            return sequence.name();
        }

        @Override
        public SequenceNumbers next(int count) {
            throw new UnsupportedOperationException("bills have keys");
        }

        @Override
        public SequenceNumbers next(int count, String key) {
            reached(CrashPoint.BEFORE_ASKING);
            SequenceNumbers numbers = sequence.next(count, key);
            reached(CrashPoint.NUMBER_UNHEARD);
            return numbers;
        }

        @Override
        public void confirm(String reservation) {
            reached(CrashPoint.COMMITTED);
            sequence.confirm(reservation);
            reached(CrashPoint.CONFIRMATION_UNHEARD);
        }

        @Override
        public void cancel(String reservation) {
            reached(CrashPoint.CONFIRMED);
            sequence.cancel(reservation);
        }
    }

    private final class MortalDataSource extends DelegatingDataSource {

        MortalDataSource(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    Death.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        boolean commits = method.getName().equals("commit");
                        if (commits) {
                            reached(CrashPoint.INSERTED);
                        }
                        try {
                            Object result = method.invoke(connection, arguments);
                            if (commits) {
                                reached(CrashPoint.COMMIT_UNHEARD);
                            }
                            return result;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }
}
