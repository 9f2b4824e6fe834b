//! Strongly connected components (Tarjan, *Depth-first search and linear graph algorithms*, 1972), without recursion.

/// Returns the components of a graph given by successor lists, in reverse topological order: each after the components reached
/// from it. So dependencies come first if edges lead from nodes to their dependencies.
pub fn components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let n = successors.len();
    let (mut order, mut low, mut on_stack) = (vec![UNSEEN; n], vec![0; n], vec![false; n]);
    let (mut stack, mut calls, mut components) = (Vec::new(), Vec::new(), Vec::new());
    let mut n_seen = 0;
    for root in 0..n {
        if order[root] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                (order[node], low[node]) = (n_seen, n_seen);
                n_seen += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            let mut descend = None;
            for (number, next) in successors[node].iter().enumerate().skip(edge) {
                if order[*next] == UNSEEN {
                    descend = Some((number, *next));
                    break;
                }
                if on_stack[*next] {
                    low[node] = low[node].min(order[*next]);
                }
            }
            if let Some((number, next)) = descend {
                calls.push((node, number + 1));
                calls.push((next, 0));
                continue;
            }
            if let Some((parent, _)) = calls.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == order[node] {
                let start = stack.iter().rposition(|member| *member == node).unwrap_or(0);
                let component: Vec<usize> = stack.drain(start..).collect();
                component.iter().for_each(|member| on_stack[*member] = false);
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_node_depends_on_comes_first() {
        // 0 -> 1 <-> 2 -> 3, 4 alone, 5 -> 5.
        let graph = [vec![1], vec![2], vec![1, 3], vec![], vec![], vec![5]];
        let found: Vec<Vec<usize>> = components(&graph)
            .into_iter()
            .map(|mut component| {
                component.sort_unstable();
                component
            })
            .collect();
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4], vec![5]]);
    }
}
