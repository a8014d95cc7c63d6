package io.snowkeeper.springtest.jpa;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A count of the statements sent to the database for inserts: each batch once, and each statement that is no batch. */
final class StatementCount implements BeanPostProcessor {

    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger singles = new AtomicInteger();

    int batches() {
        return batches.get();
    }

    int singles() {
        return singles.get();
    }

    void reset() {
        batches.set(0);
        singles.set(0);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof DataSource dataSource ? new Counting(dataSource) : bean;
    }

    private final class Counting extends DelegatingDataSource {

        Counting(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return proxy(Connection.class, connection, (name, arguments, result) -> {
                if (name.equals("prepareStatement") && ((String) arguments[0]).startsWith("insert")) {
                    return proxy(PreparedStatement.class, (PreparedStatement) result, this::count);
                }
                return result;
            });
        }

        private Object count(String name, Object[] arguments, Object result) {
            if (name.equals("executeBatch")) {
                batches.incrementAndGet();
            } else if (name.startsWith("execute")) {
                singles.incrementAndGet();
            }
            return result;
        }
    }

    private interface After {
        Object after(String name, Object[] arguments, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, After after) {
        return type.cast(Proxy.newProxyInstance(
                StatementCount.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return after.after(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
